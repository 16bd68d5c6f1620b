import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as } = startTestApp({ connections: 25 })
/** Another process over the same database. */
const restarted = startTestApp()

async function orderingPractice() {
  const practice = await make.practice(await make.laboratory())
  const { reference } = await make.product(practice.laboratory)
  return { practice, reference }
}
const crown = (reference: string, more: Record<string, unknown> = {}) => ({
  patientCode: 'P-77',
  printType: 'optical',
  products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
  ...more,
})

type Created = { data: { id: string; code: string } }
const createdBy = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as Created).data
}
const rowsOf = async <R extends object>(practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query<R>(text))).rows

describe('an order sent again', () => {
  it('twenty times at once with one key is one case, which each answer names or says is on its way', async () => {
    const { practice, reference } = await orderingPractice()
    const call = await as(await make.user(practice))
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await call('/api/orders', { body: crown(reference), headers })
        return { status: response.status, text: await response.text() }
      }),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    for (const { status, text } of answers)
      if (status !== 201) expect([status, JSON.parse(text).code]).toEqual([409, 'request_in_flight'])
    expect(await rowsOf(practice, 'select from orders')).toHaveLength(1)
  })

  it('after a restart is the same case', async () => {
    const { practice, reference } = await orderingPractice()
    const user = await make.user(practice)
    const sending = { body: crown(reference), headers: { 'idempotency-key': 'before-and-after' } }
    const before = await (await as(user))('/api/orders', sending)
    const after = await (await restarted.as(user))('/api/orders', sending)
    expect([after.status, await after.text()]).toEqual([before.status, await before.text()])
    const changed = { ...sending, body: crown(reference, { patientCode: 'P-78' }) }
    const refused = await (await restarted.as(user))('/api/orders', changed)
    expect([refused.status, (await problemOf(refused)).code]).toEqual([422, 'idempotency_key_reused'])
    expect(await rowsOf(practice, 'select from orders')).toHaveLength(1)
  })

  it('after its answer was lost between commit and network is found again, draft and all', async () => {
    const { practice, reference } = await orderingPractice()
    const call = await as(await make.user(practice))
    const saved = await (
      await call(`/api/order-drafts/${randomUUID()}`, { method: 'PUT', body: { content: {}, follows: 0 } })
    ).json()
    const sending = {
      body: crown(reference, { draftId: saved.data.id }),
      headers: { 'idempotency-key': 'lost-answer' },
    }
    // The connection breaks after the commit and before the client hears of it.
    const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
    let isCut = false
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const result = await query.apply(this, args)
      if (args[0] !== 'commit' || isCut) return result
      isCut = true
      throw new Error('Connection terminated unexpectedly')
    } as never)
    const lost = await call('/api/orders', sending)
    spy.mockRestore()
    expect([isCut, lost.status]).toEqual([true, 503])
    const found = await createdBy(await call('/api/orders', sending))
    expect(await rowsOf(practice, 'select id, code from orders')).toEqual([{ id: found.id, code: found.code }])
    expect(await createdBy(await call('/api/orders', sending))).toEqual(found)
  })
})
