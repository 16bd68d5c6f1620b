import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { bodyFor, isForStaff } from '#test/bodies.ts'
import { startTestApp } from '#test/harness.ts'
import { readPdf } from '#test/pdf.ts'

const { app, make, as } = startTestApp()

// A Monday; the absence is in the following week.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-06-07T08:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Call = Awaited<ReturnType<typeof as>>

/** A future absence, one with deliveries possible, a deleted one; and cases that they have moved, in every status. */
async function practiceWithAbsences() {
  const practice = await make.practice(await make.laboratory())
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  const { reference } = await make.product(practice.laboratory, { tooth_need: 'none', shade_need: 'none' })
  const orders: string[] = []
  for (const status of ['registered', 'in_production', 'on_hold', 'shipped'] as const) {
    const hold_reason = status === 'on_hold' ? 'other' : null
    const values = { status, is_delivery_confirmed: status !== 'registered', hold_reason, delivery_on: '2027-06-16' }
    orders.push((await make.order(practice, { ...values, appointment_at: '2027-06-17T09:00:00Z' })).id)
  }
  const absences: string[] = []
  for (const [from, to, deliveryPossible] of [
    ['2027-06-14', '2027-06-18', false],
    ['2027-06-24', '2027-06-25', true],
    ['2027-06-21', '2027-06-22', false],
  ] as const) {
    const response = await manager('/api/absences', { body: { from, to, deliveryPossible } })
    expect(response.status).toBe(201)
    absences.push((await response.json()).data.id)
  }
  expect((await manager(`/api/absences/${absences[2]}`, { method: 'DELETE' })).status).toBe(204)
  return { practice, reference, manager, orders, absences }
}

const week = ['2027-06-14', '2027-06-15', '2027-06-16', '2027-06-17', '2027-06-18']
const addresses = [
  '/api/dashboard?days=7&from=2027-06-14',
  '/api/dashboard?days=7&from=2027-06-21',
  '/api/orders?tab=all',
  '/api/orders?delivery=delayed',
  '/api/orders?search=absence',
]

async function answerTo(call: Call, path: string, options: { method?: string; body?: object } = {}) {
  const response = await call(path, options)
  const headers = JSON.stringify([...response.headers])
  if (response.headers.get('content-type') !== 'application/pdf') return `${await response.text()} ${headers}`
  return `${(await readPdf(new Uint8Array(await response.arrayBuffer()))).text} ${headers}`
}

/** Every answer that this user can get: each call with each case, the address of the feed, refusals. */
async function everyAnswer(call: Call, { orders, reference }: Awaited<ReturnType<typeof practiceWithAbsences>>) {
  const answers = new Map<string, string>()
  const ask = async (path: string, options?: Parameters<typeof answerTo>[2]) =>
    answers.set(
      `${options?.method ?? 'GET'} ${path} ${JSON.stringify(options?.body)}`,
      await answerTo(call, path, options),
    )
  for (const path of addresses) await ask(path)
  const { secret } = (await (await call('/api/calendar', { method: 'POST' })).json()).data
  await ask(`/api/calendar/${secret}`)
  const products = [{ reference, quantity: 1 }]
  for (const date of week) await ask('/api/rides', { method: 'POST', body: { date, shift: 'PM' } })
  for (const wishedDate of week)
    await ask('/api/orders/promise', {
      method: 'POST',
      body: { printType: 'optical', wishedDate, products: [{ reference }] },
    })
  const ordered = { patientCode: 'P-1', printType: 'optical', wishedDate: '2027-06-14', products }
  await ask('/api/orders', { method: 'POST', body: ordered })
  // The API description is the same for all users, so it names what others may see.
  const mine = app.api.endpoints.filter(
    endpoint =>
      endpoint.needs !== 'nothing' &&
      !isForStaff(endpoint) &&
      endpoint.reply !== 'events' &&
      endpoint.path !== '/api/openapi.json',
  )
  // Reads come before changes, and signing out comes last.
  const rankOf = ({ method, path }: Endpoint) => (method === 'GET' ? 0 : path === '/api/token/invalidate' ? 2 : 1)
  for (const endpoint of mine.toSorted((one, other) => rankOf(one) - rankOf(other)))
    for (const id of endpoint.path.includes(':id') ? orders : [randomUUID()]) {
      const body = bodyFor(endpoint)
      const path = endpoint.path.replace(':id', id).replace(':name', 'x.png').replace(':secret', secret)
      await ask(path, { method: endpoint.method, ...(body ? { body } : {}) })
    }
  return answers
}

describe('whoever may not see absences', () => {
  it('hears of none in any answer, neither by a word nor by an id', async () => {
    const made = await practiceWithAbsences()
    const { practice, absences } = made
    const call = await as(await make.user(practice, { is_practice_doctor: true, language: 'en' }))
    const telling = [...(await everyAnswer(call, made))].flatMap(([asked, answer]) => {
      const found = [/\babsen\w*|\baway\b|\bpracticeAbsent\b|\bcongés?\b/i, ...absences].filter(
        it => answer.search(it) >= 0,
      )
      return found.length > 0 ? [`${asked}: ${answer.match(/.{40}(absen|away|congé).{40}/i)?.[0]}`] : []
    })
    expect(telling).toEqual([])
  })

  it('would hear of them where everybody else does', async () => {
    const made = await practiceWithAbsences()
    const told = [...(await everyAnswer(made.manager, made))]
      .filter(([, answer]) => /absen|away/i.test(answer))
      .map(([asked]) => asked)

    const places = ['GET /api/catalogue', 'GET /api/rides', `GET /api/orders/${made.orders[0]} `, 'GET /api/calendar/']
    for (const place of [...places, 'GET /api/dashboard', 'POST /api/rides', 'POST /api/orders/promise'])
      expect(
        told.some(asked => asked.startsWith(place)),
        place,
      ).toBe(true)
  })

  it('cannot tell one from days on which the laboratory has no round', async () => {
    const away = await make.practice(await make.laboratory())
    await make.absence(away, '2027-06-14', '2027-06-18')
    const closed = await make.practice(await make.laboratory())
    for (const day of week) await make.holiday(closed.laboratory, day)
    const [one, other] = await Promise.all(
      [away, closed].map(async practice => as(await make.user(practice, { is_practice_doctor: true }))),
    )
    const read = async (call: Call | undefined, path: string) => (await call?.(path))?.json()
    for (const path of ['/api/rides', '/api/dashboard?days=7&from=2027-06-14', '/api/dashboard?days=7'])
      expect(await read(one, path)).toEqual(await read(other, path))
    const { calendar } = (await read(one, '/api/catalogue')).data
    expect(calendar.withoutRounds).toEqual(week)
    expect((await read(other, '/api/catalogue')).data.calendar.withoutRounds).toEqual(week)
    for (const date of week) {
      const [refused, elsewhere] = await Promise.all(
        [one, other].map(async call => (await call?.('/api/rides', { body: { date, shift: 'AM' } }))?.json()),
      )
      expect(refused).toMatchObject({ code: 'no_round' })
      expect({ ...refused, requestId: '' }).toEqual({ ...elsewhere, requestId: '' })
    }
  })

  it('reads on the timeline where to a case has moved, and not why', async () => {
    const { practice, manager, orders } = await practiceWithAbsences()
    const call = await as(await make.user(practice, { is_practice_doctor: true }))
    const read = async (as: Call) => (await (await as(`/api/orders/${orders[1]}`)).json()).data
    const notes = async (as: Call) => (await read(as)).timeline.map(({ note }: { note: string }) => note)
    expect(await notes(call)).toEqual([
      'Livraison déplacée au 21 juin.',
      'Livraison déplacée au 23 juin.',
      'Livraison avancée au 21 juin.',
    ])
    expect((await notes(manager))[0]).toBe('Livraison déplacée au 21 juin\u00a0: cabinet absent du 14 juin au 18 juin.')
    expect([(await read(call)).delivery, (await read(manager)).delivery]).toEqual([
      { display: 'planned', moved: 'other' },
      { display: 'planned', moved: 'absence' },
    ])
  })
})
