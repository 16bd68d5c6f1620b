import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { staffCatalogueCalls } from '#features/catalogue/staff-contract.ts'
import { bodyFor } from '#test/bodies.ts'
import * as files from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const seconds = 60
const few = {
  things: { points: 3, seconds },
  changes: { points: 3, seconds },
  files: { points: 2, seconds },
  repeats: { points: 4, seconds },
  questions: { points: 5, seconds },
}
const { make, as } = startTestApp({ creatingRates: few })
const everyday = startTestApp()
let practice: TestPractice
let order: string
beforeAll(async () => {
  practice = await make.practice(await make.laboratory())
  order = (await make.order(practice)).id
})
type Call = Awaited<ReturnType<typeof as>>

const write = (call: Call, key: string = randomUUID()) =>
  call(`/api/orders/${order}/messages`, { body: { body: 'Bonjour' }, headers: { 'idempotency-key': key } })
const newCalendar = (call: Call) => call('/api/calendar', { method: 'POST' })
const attach = (call: Call, key: string = randomUUID()) =>
  call(`/api/orders/${order}/attachments`, {
    method: 'POST',
    body: files.form('a.pdf', files.pdf()),
    headers: { 'idempotency-key': key },
  })

it('lets everybody else make 120 things in five minutes', async () => {
  const call = await everyday.as(await make.user(practice))
  const statuses: number[] = []
  for (let sent = 0; sent < 130; sent += 10)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => write(call)))).map(({ status }) => status))
  expect(statuses.filter(status => status === 201)).toHaveLength(120)
  expect(statuses.slice(120)).toEqual(Array.from({ length: 10 }, () => 429))
})

it('holds a user back who sends the same file again and again', async () => {
  const call = await as(await make.user(practice))
  const key = randomUUID()
  expect((await attach(call, key)).status).toBe(201)
  for (let repeat = 0; repeat < few.repeats.points; repeat++) expect((await attach(call, key)).status).toBe(201)
  expect((await problemOf(await attach(call, key))).code).toBe('too_many_requests')
  // Files are counted apart, so another one is still accepted.
  expect((await attach(call)).status).toBe(201)
})

it('counts secret addresses of a calendar, though they have no key', async () => {
  const call = await as(await make.user(practice))
  for (let made = 0; made < few.things.points; made++) expect((await newCalendar(call)).status).toBe(201)
  expect((await problemOf(await newCalendar(call))).code).toBe('too_many_requests')
  expect((await write(call)).status).toBe(429)
})

it('holds a user back who changes things again and again, and counts that apart from what is made', async () => {
  const call = await as(await make.user(practice))
  const change = (comment: string) => call(`/api/orders/${order}`, { method: 'PATCH', body: { comment } })
  for (let changed = 0; changed < few.changes.points; changed++)
    expect((await change(`Commentaire ${changed}`)).status).toBe(200)
  const refused = await change('Encore')
  expect([refused.status, (await problemOf(refused)).code]).toEqual([429, 'too_many_requests'])
  for (const [path, method] of [
    [`/api/absences/${randomUUID()}`, 'DELETE'],
    [`/api/absences/${randomUUID()}`, 'PUT'],
    [`/api/orders/${order}/requests/${randomUUID()}`, 'DELETE'],
  ] as const) {
    const body = { from: '2030-01-01', to: '2030-01-02', deliveryPossible: true }
    expect((await call(path, { method, ...(method === 'PUT' && { body }) })).status, path).toBe(429)
  }
  // Steps that can be undone could be repeated endlessly, so they count.
  for (const path of [
    '/api/orders/received',
    `/api/orders/${order}/not-received`,
    `/api/orders/${order}/cancel`,
    // These calls make us ask an external server.
    `/api/payments/${randomUUID()}/checkout`,
    `/api/payments/${randomUUID()}/cancel`,
  ])
    expect((await call(path, { body: { ids: [order] } })).status, path).toBe(429)
  // A preview changes nothing, so it does not count.
  expect(
    (await call('/api/absences/preview', { body: { from: '2030-01-01', to: '2030-01-02', deliveryPossible: true } }))
      .status,
  ).toBe(200)
  // New things are counted apart, and autosaves while typing do not count as changes.
  expect((await write(call)).status).toBe(201)
  const [draft, content] = [randomUUID(), { patientCode: 'P-1' }]
  for (let saved = 0; saved < 2 * few.changes.points; saved++)
    expect(
      (await call(`/api/order-drafts/${draft}`, { method: 'PUT', body: { content, follows: saved } })).status,
    ).toBe(200)
})

it('lets the laboratory’s people change as much as there is to do', async () => {
  const call = await as(await make.user(practice.laboratory))
  const product = { method: 'PUT', body: bodyFor(staffCatalogueCalls.changeProduct) }
  for (let changed = 0; changed < 2 * few.changes.points; changed++)
    expect((await call('/api/staff/catalogue/products/NONE', product)).status).toBe(404)
})

it.each([
  ['things', write, 3],
  ['files', attach, 2],
] as const)('holds a user back who makes too many %s, and nobody else', async (_what, make_, most) => {
  const [call, colleague] = [await as(await make.user(practice)), await as(await make.user(practice))]
  const first = randomUUID()
  expect((await make_(call, first)).status).toBe(201)
  for (let made = 1; made < most; made++) expect((await make_(call)).status).toBe(201)
  const refused = await make_(call)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
  expect((await problemOf(refused)).code).toBe('too_many_requests')
  // A repeated request whose answer was lost finds that answer and makes nothing new.
  expect((await make_(call, first)).status).toBe(201)
  expect((await make_(colleague)).status).toBe(201)
  expect((await call(`/api/orders/${order}`)).status).toBe(200)
})
