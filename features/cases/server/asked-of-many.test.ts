import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import type { AskedOfCase, OpenProblem } from '../staff-requests-contract.ts'

const { make, as } = startTestApp()

const atBench = { status: 'in_production', delivery_on: '2099-03-09' }
async function aPractice() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const order = await make.order(practice, atBench)
  const [doctor, staff] = [await make.user(practice), await make.user(laboratory)]
  return { laboratory, practice, order, doctor, staff }
}
const post = async (user: TestUser, path: string, body: object = {}) => (await as(user))(path, { body })
type Asked = { data: AskedOfCase[]; hiddenPractices: number }
const listOf = async (staff: TestUser): Promise<Asked> => (await (await as(staff))('/api/staff/requests')).json()
const askedOf = async (staff: TestUser) => (await listOf(staff)).data
const openOf = async (staff: TestUser) =>
  ((await (await (await as(staff))('/api/staff/problems')).json()) as { data: OpenProblem[] }).data
const ask = (user: TestUser, { id }: { id: string }, wishedDate = '2099-03-02') =>
  post(user, `/api/orders/${id}/requests`, { wishedDate, words: 'Le patient part le 4' })

describe('what a practice asks', () => {
  it('hides behind none of a practice that asks much, whose others are one press away', async () => {
    const { laboratory, practice, order, doctor, staff } = await aPractice()
    const loud = await make.practice(laboratory)
    const asking = { asked_by: (await make.user(loud)).id, kind: 'earlier', wished_on: '2099-03-02' }
    for (let day = 1; day <= 30; day++) {
      const { id } = await make.order(loud, { ...atBench, code: `D-${day}` })
      const of = { brand_id: laboratory.id, practice_id: loud.id, order_id: id }
      await make.insert(laboratory.id, 'order_requests', { ...of, ...asking, asked_at: `2025-06-${day}` })
    }
    const changed = await make.order(loud, { ...atBench, code: 'C-1', changed_at: '2025-07-01' })
    await make.order(loud, atBench)
    await ask(doctor, order)
    const shown = await askedOf(staff)
    expect(shown.map(asked => asked.order.code)).toEqual(['D-1', 'D-2', 'D-3', 'D-4', 'D-5', order.code, changed.code])
    expect(shown.map(({ more }) => more)).toEqual([...Array(6).fill(null), { practiceId: loud.id, count: 25 }])
    const bench = await as(staff)
    const all = await (await bench(`/api/staff/orders?tab=all&said=request&practiceId=${loud.id}`)).json()
    expect(all.page.total).toBe(31)
    expect(
      (await (await bench(`/api/staff/orders?tab=all&said=request&practiceId=${practice.id}`)).json()).page.total,
    ).toBe(1)
  })

  it('of a sixth practice is shown though five others ask much, and so are its change and its problem', async () => {
    const { laboratory, order, doctor, staff } = await aPractice()
    for (let one = 1; one <= 5; one++) {
      const loud = await make.practice(laboratory)
      const { id: asking } = await make.user(loud)
      for (let day = 1; day <= 6; day++) {
        const { id } = await make.order(loud, { ...atBench, changed_at: `2025-07-0${day}` })
        const of = { brand_id: laboratory.id, practice_id: loud.id, order_id: id }
        const asked = { kind: 'earlier', asked_by: asking, wished_on: '2099-03-02', asked_at: `2025-06-0${day}` }
        await make.insert(laboratory.id, 'order_requests', { ...of, ...asked })
        const reported = { kind: 'fit', description: 'Bascule', reported_by: asking, reported_at: `2025-06-0${day}` }
        await make.insert(laboratory.id, 'order_problems', { ...of, ...reported })
      }
    }
    await ask(doctor, order)
    await make.within(laboratory.id, client =>
      client.query('update orders set changed_at = now() where id = $1', [order.id]),
    )
    await post(doctor, `/api/orders/${order.id}/problems`, { kind: 'fit', description: 'Bascule', remake: false })
    const shown = await askedOf(staff)
    expect(shown).toHaveLength(50)
    expect(shown.filter(asked => asked.order.id === order.id).map(({ request }) => request?.kind)).toEqual([
      'earlier',
      undefined,
    ])
    expect((await openOf(staff)).findIndex(open => open.order.id === order.id)).toBe(5)
  })

  it('leads to all of it from “n more”, of what has not arrived and was not cancelled', async () => {
    const { practice, staff } = await aPractice()
    for (let day = 1; day <= 6; day++) await make.order(practice, { ...atBench, changed_at: `2025-06-0${day}` })
    await make.order(practice, { status: 'shipped', changed_at: '2025-06-07' })
    for (const status of ['delivered', 'cancelled']) await make.order(practice, { status, changed_at: '2025-06-01' })
    const shown = await askedOf(staff)
    expect([shown.length, shown.at(-1)?.more]).toEqual([5, { practiceId: practice.id, count: 2 }])
    const bench = await as(staff)
    const totalOf = async (tab: string) =>
      (await (await bench(`/api/staff/orders?${tab}said=request&practiceId=${practice.id}`)).json()).page.total
    expect([await totalOf('tab=all&'), await totalOf('')]).toEqual([7, 7])
  })

  it('says of how many practices nothing is shown, counted once though they ask and change', async () => {
    const { laboratory, practice, staff } = await aPractice()
    for (let one = 1; one <= 27; one++) {
      const loud = await make.practice(laboratory)
      const { id } = await make.order(loud, { ...atBench, changed_at: `2025-07-${one}` })
      const of = { brand_id: laboratory.id, practice_id: loud.id, order_id: id, asked_by: (await make.user(loud)).id }
      const asked = { kind: 'earlier', wished_on: '2099-03-02', asked_at: `2025-06-${one}` }
      await make.insert(laboratory.id, 'order_requests', { ...of, ...asked })
      if (one === 25) expect((await listOf(staff)).hiddenPractices).toBe(0)
    }
    expect((await listOf(staff)).hiddenPractices).toBe(2)
    await make.order(practice, { ...atBench, changed_at: '2025-08-01' })
    expect((await listOf(staff)).hiddenPractices).toBe(3)
    await make.order(await make.practice(laboratory), { status: 'cancelled', changed_at: '2025-08-01' })
    expect((await listOf(staff)).hiddenPractices).toBe(3)
    const other = await make.user(await make.laboratory())
    expect(await listOf(other)).toEqual({ data: [], hiddenPractices: 0 })
  })
})
