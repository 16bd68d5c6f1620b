import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { waitedFor } from '#test/waited-for.ts'

// Two users act on one case at the same moment, on a real PostgreSQL with a connection for each call.
const { make, as } = startTestApp({ connections: 25 })

const rowsOf = async (practice: TestPractice, text: string, values: unknown[] = []) =>
  (await make.within(practice.laboratory.id, client => client.query(text, values))).rows
const codeOf = async (response: Response) => (response.ok ? 'done' : (await response.json()).code)

async function caseWith(values: Record<string, unknown> = {}) {
  const practice = await make.practice(await make.laboratory())
  const { reference } = await make.product(practice.laboratory)
  const order = await make.order(practice, values)
  await make.orderLine(practice, order.id, reference, { product_version: 1, teeth: [26] })
  return { practice, ...order }
}
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('at the same moment', () => {
  it('a practice cancels and the laboratory accepts, fifty times: one of them is told that it was too late', async () => {
    const practice = await make.practice(await make.laboratory())
    const [user, staff] = [await as(await make.user(practice)), await as(await make.user(practice.laboratory))]
    const seen = { cancelled: 0, in_preparation: 0 }
    for (let round = 0; round < 50; round++) {
      const { id } = await make.order(practice)
      const cancel = () => user(`/api/orders/${id}/cancel`, { method: 'POST' })
      const accept = () => staff(`/api/staff/orders/${id}/status`, { body: { status: 'in_preparation' } })
      // Alternates who is slightly faster.
      const answers = await Promise.all(round % 2 === 0 ? [cancel(), accept()] : [accept(), cancel()].toReversed())
      const [cancelled, accepted] = await Promise.all(answers.map(codeOf))
      const [row] = await rowsOf(practice, 'select status from orders where id = $1', [id])
      const events = await rowsOf(practice, 'select status from order_events where order_id = $1', [id])
      expect([
        { cancelled: 'done', accepted: 'status_not_allowed', status: 'cancelled' },
        { cancelled: 'order_under_way', accepted: 'done', status: 'in_preparation' },
      ]).toContainEqual({ cancelled, accepted, status: row.status })
      expect(events).toEqual([{ status: row.status }])
      seen[row.status as keyof typeof seen]++
    }
    // They do race: if one always won, nothing above would be tested.
    expect(Math.min(seen.cancelled, seen.in_preparation), JSON.stringify(seen)).toBeGreaterThan(0)
  })

  it('two colleagues answer a question: one answer, one line, one message', async () => {
    for (let round = 0; round < 10; round++) {
      const { practice, id } = await caseWith({ status: 'on_hold', hold_reason: 'other' })
      const callers = [await as(await make.user(practice)), await as(await make.user(practice))]
      const answers = await times(6, async index =>
        codeOf(
          (await callers[index % 2]?.(`/api/orders/${id}/hold-answer`, {
            body: { answer: 'go_ahead', message: `Message ${index}` },
          })) as Response,
        ),
      )
      expect(answers.toSorted()).toEqual(['done', ...Array.from({ length: 5 }, () => 'hold_answered')])
      expect(await rowsOf(practice, 'select from order_events')).toHaveLength(1)
      expect(await rowsOf(practice, 'select from order_messages')).toHaveLength(1)
    }
  })

  it('a practice answers and the laboratory goes on: whichever comes first, no answer hangs on a case that goes on', async () => {
    for (let round = 0; round < 20; round++) {
      const { practice, id } = await caseWith({ status: 'on_hold', hold_reason: 'other' })
      const [user, staff] = [await as(await make.user(practice)), await as(await make.user(practice.laboratory))]
      const [answered, resumed] = await Promise.all([
        user(`/api/orders/${id}/hold-answer`, { body: { answer: 'go_ahead' } }),
        staff(`/api/staff/orders/${id}/status`, { body: { status: 'in_preparation' } }),
      ])
      expect([await codeOf(resumed), ['done', 'not_on_hold'].includes(await codeOf(answered))]).toEqual(['done', true])
      expect(await rowsOf(practice, 'select status, hold_answer from orders')).toEqual([
        { status: 'in_preparation', hold_answer: null },
      ])
    }
  })

  it('cases are given to somebody in one order, as they are moved: nobody waits for whoever waits', async () => {
    const practice = await make.practice(await make.laboratory())
    const bench = await make.user(practice.laboratory, { role: 'production' })
    const staff = await as(bench)
    const ids = [randomUUID(), randomUUID()].toSorted()
    const [first, last] = ids
    // Stored in reverse order, the way a plan without an index would find them.
    await make.order(practice, { id: last })
    await make.order(practice, { id: first })
    const answer = await make.within(practice.laboratory.id, async client => {
      await client.query('select from orders where id = $1 for no key update', [first])
      const pending = staff('/api/staff/orders/technician', { body: { ids, technicianId: bench.id } })
      await waitedFor(client)
      await client.query('select from orders where id = $1 for no key update nowait', [last])
      return { pending }
    })
    expect((await answer.pending).status).toBe(204)
  })

  it('two report a problem: both are there', async () => {
    const { practice, id } = await caseWith({ status: 'delivered' })
    const callers = [await as(await make.user(practice)), await as(await make.user(practice))]
    const answers = await times(20, async index =>
      codeOf(
        (await callers[index % 2]?.(`/api/orders/${id}/problems`, {
          body: { kind: 'fit', description: `Problème ${index}`, remake: false },
        })) as Response,
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['done']))
    const rows = await rowsOf(practice, 'select description from order_problems')
    expect(rows.map(({ description }) => description).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `Problème ${index}`).toSorted(),
    )
  })

  it('two ask for a remake: one is made', async () => {
    for (let round = 0; round < 10; round++) {
      const { practice, id } = await caseWith({ status: 'delivered' })
      const callers = [await as(await make.user(practice)), await as(await make.user(practice))]
      const answers = await times(6, async index =>
        codeOf(
          (await callers[index % 2]?.(`/api/orders/${id}/problems`, {
            body: { kind: 'shade', description: 'Trop claire', remake: true },
          })) as Response,
        ),
      )
      expect(answers.toSorted()).toEqual(['done', ...Array.from({ length: 5 }, () => 'remake_exists')])
      expect(await rowsOf(practice, 'select from orders where remake_of = $1', [id])).toHaveLength(1)
      expect(await rowsOf(practice, 'select from order_problems')).toHaveLength(1)
    }
  })

  it('a practice reports and the laboratory moves on: nothing is lost', async () => {
    const { practice, id } = await caseWith({ status: 'in_production' })
    const [user, staff] = [await as(await make.user(practice)), await as(await make.user(practice.laboratory))]
    const body = { kind: 'other', description: 'Toujours rien', remake: false }
    const answers = await Promise.all([
      user(`/api/orders/${id}/problems`, { body }),
      staff(`/api/staff/orders/${id}/status`, { body: { status: 'shipped' } }),
      user(`/api/orders/${id}/messages`, { body: { body: 'Où est-il ?' } }),
      staff(`/api/staff/orders/${id}/messages`, { body: { body: 'En route' } }),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(await rowsOf(practice, 'select status from orders where id = $1', [id])).toEqual([{ status: 'shipped' }])
    expect(await rowsOf(practice, 'select from order_messages')).toHaveLength(2)
    expect(await rowsOf(practice, 'select from order_problems')).toHaveLength(1)
  })

  it('twenty messages are written from both sides: all are there, in one order for everybody', async () => {
    const { practice, id } = await caseWith()
    const [user, staff] = [await as(await make.user(practice)), await as(await make.user(practice.laboratory))]
    const sent = await times(20, index => {
      const options = { body: { body: `Message ${index}` } }
      return index % 2 === 0
        ? user(`/api/orders/${id}/messages`, options)
        : staff(`/api/staff/orders/${id}/messages`, options)
    })
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    const threads = await times(3, async () => {
      const call = await as(await make.user(practice))
      const { data } = (await (await call(`/api/orders/${id}/messages`)).json()) as { data: { body: string }[] }
      return data.map(({ body }) => body)
    })
    expect(threads[0]?.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `Message ${index}`).toSorted())
    expect(threads[1]).toEqual(threads[0])
    expect(threads[2]).toEqual(threads[0])
  })
})
