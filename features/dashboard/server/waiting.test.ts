import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerableDays } from '#features/cases/rules.ts'
import type { OpenProblem } from '#features/cases/staff-requests-contract.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { type Queue, queues, recentDays, type Waiting } from '../contract.ts'

const { make, as, request } = startTestApp()

/** Late evening in Paris: the next day in Auckland, afternoon in Montreal. */
const now = new Date('2027-06-07T21:30:00Z')
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const waitingFor = async (staff: TestUser) => {
  const response = await (await as(staff))('/api/staff/waiting')
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Waiting }).data.queues
}
/** Only queues in which something waits. */
const countsFor = async (staff: TestUser) =>
  Object.fromEntries(
    Object.entries(await waitingFor(staff)).flatMap(([name, waits]) => (waits?.count ? [[name, waits.count]] : [])),
  )

async function opened(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory(values)
  const practice = await make.practice(laboratory)
  return { laboratory, practice, staff: await make.user(laboratory), user: await make.user(practice) }
}
const held = { status: 'on_hold', hold_reason: 'other', hold_question: 'Quelle teinte ?' }
const answered = (by: TestUser) => ({
  ...held,
  hold_answer: 'call_me',
  hold_answered_by: by.id,
  hold_answered_at: '2027-06-06T08:00Z',
})

/** Backdates rows in the database, which has its own clock. */
const age = (laboratory: TestLaboratory, statement: string, values: unknown[]) =>
  make.within(laboratory.id, client => client.query(statement, values))
const problemOn = (practice: TestPractice, orderId: string, by: TestUser) =>
  make.insert(practice.laboratory.id, 'order_problems', {
    brand_id: practice.laboratory.id,
    practice_id: practice.id,
    order_id: orderId,
    kind: 'fit',
    description: 'Trop haut',
    reported_by: by.id,
  })

describe('what waits for the laboratory', () => {
  it('is nothing at a laboratory where nothing has happened', async () => {
    const { staff } = await opened()
    expect(await waitingFor(staff)).toEqual(
      Object.fromEntries(queues.map((queue): [Queue, object] => [queue, { count: 0, since: null }])),
    )
  })

  it('is, for who does the books, what can be billed, is asked about, approved and overdue; for the others nothing of it', async () => {
    const { laboratory, practice, staff } = await opened()
    await make.order(practice, { status: 'delivered' })
    const piece = { brand_id: laboratory.id, practice_id: practice.id, issued_on: '2027-05-01', due_on: '2027-06-06' }
    await make.invoice(practice, { ...piece, due_cents: 1000, amount_cents: 1000 })
    await make.invoice(practice, { ...piece, due_on: '2027-06-07', due_cents: 1000, amount_cents: 1000 })
    // A transfer of the full amount has been announced: only its arrival is missing.
    await make.invoice(practice, { ...piece, due_cents: 1000, amount_cents: 1000, pending_cents: 1000 })
    for (const decision of ['validated', 'validated', 'to_validate', 'handled', 'rejected'])
      await make.invoice(practice, { ...piece, type: 'pro_forma', decision })
    const counts = { toBill: 1, approved: 2, overdue: 1 }
    expect(await countsFor(staff)).toEqual(counts)
    expect(await countsFor(await make.user(laboratory, { role: 'accounting' }))).toEqual(counts)
    for (const role of ['production', 'driver'])
      expect(await waitingFor(await make.user(laboratory, { role }))).toMatchObject({
        toBill: null,
        questions: null,
        approved: null,
        overdue: null,
      })
  })

  it('is each case to be accepted, and since when the first of them', async () => {
    const { practice, laboratory, staff } = await opened()
    await make.order(practice, { created_at: '2027-06-05T08:00Z' })
    await make.order(await make.practice(laboratory), { created_at: '2027-06-04T08:00Z' })
    for (const status of ['in_preparation', 'shipped', 'delivered', 'cancelled']) await make.order(practice, { status })
    const { registered } = await waitingFor(staff)
    expect(registered).toEqual({ count: 2, since: '2027-06-04T08:00:00.000Z' })
  })

  it('is what is promised for today or before and has not left yet, in the days of the laboratory', async () => {
    const { practice, staff } = await opened()
    for (const status of ['registered', 'in_production', 'shipped', 'delivered', 'cancelled'])
      for (const delivery_on of ['2027-06-06', '2027-06-07', '2027-06-08'])
        await make.order(practice, { status, delivery_on })
    expect(await countsFor(staff)).toMatchObject({ late: 2, today: 2, registered: 3 })
    const east = await opened({ time_zone: 'Pacific/Auckland' })
    await make.order(east.practice, { status: 'in_production', delivery_on: '2027-06-07' })
    expect(await countsFor(east.staff)).toEqual({ late: 1 })
  })

  it('is the question that a practice has answered, not the one it has not', async () => {
    const { practice, staff, user } = await opened()
    await make.order(practice, held)
    await make.order(practice, answered(user))
    expect((await waitingFor(staff)).answers).toEqual({ count: 1, since: '2027-06-06T08:00:00.000Z' })
  })

  it('is the thread in which a practice has the last word, until the laboratory writes or two weeks have passed', async () => {
    const { laboratory, practice, staff, user } = await opened()
    const [one, other] = [await make.order(practice), await make.order(practice, { status: 'delivered' })]
    const [bench, doctor] = [await as(staff), await as(user)]
    for (const { id } of [one, one, other])
      expect((await doctor(`/api/orders/${id}/messages`, { body: { body: 'Bonjour ?' } })).status).toBe(201)
    expect(await countsFor(staff)).toMatchObject({ messages: 2 })
    expect((await bench(`/api/staff/orders/${one.id}/messages`, { body: { body: 'Bonjour !' } })).status).toBe(201)
    expect(await countsFor(staff)).toMatchObject({ messages: 1 })
    const older = `update order_messages set created_at = now() - make_interval(days => $1) where order_id = $2`
    await age(laboratory, older, [answerableDays - 1, other.id])
    expect(await countsFor(staff)).toMatchObject({ messages: 1 })
    await age(laboratory, older, [answerableDays + 1, other.id])
    expect(await countsFor(staff)).not.toHaveProperty('messages')
  })

  it('is the problem that nobody has answered or called settled, however old', async () => {
    const { laboratory, practice, staff, user } = await opened()
    const [one, other] = [await make.order(practice), await make.order(practice)]
    const [bench, doctor] = [await as(staff), await as(user)]
    for (const { id } of [one, other]) await problemOn(practice, id, user)
    await age(laboratory, 'update order_problems set reported_at = now() - make_interval(days => $1)', [400])
    await bench(`/api/staff/orders/${one.id}/messages`, { body: { body: 'Voici.' } })
    expect(await countsFor(staff)).toMatchObject({ problems: 2 })
    // Problems recorded by the laboratory itself wait for nobody.
    await problemOn(practice, (await make.order(practice)).id, staff)
    expect(await countsFor(staff)).toMatchObject({ problems: 2 })
    const { data } = await (await bench('/api/staff/problems')).json()
    expect(data).toHaveLength(2)
    const [first, second] = (data as OpenProblem[]).map(({ order, problem }) => `/${order.id}/problems/${problem.id}`)
    await bench(`/api/staff/orders${first}/answer`, { body: { answer: 'Nous le reprenons.' } })
    expect(await countsFor(staff)).toMatchObject({ problems: 1 })
    await doctor(`/api/orders${second}/settled`, { body: {} })
    expect(await countsFor(staff)).not.toHaveProperty('problems')
  })

  it('is every pickup to confirm, and those of today that nobody has done', async () => {
    const { practice, staff } = await opened()
    await make.ride(practice, '2027-06-06', 'AM')
    await make.ride(practice, '2027-06-07', 'AM')
    await make.ride(practice, '2027-06-07', 'PM', { status: 'confirmed' })
    await make.ride(practice, '2027-06-08', 'AM')
    await make.ride(practice, '2027-06-08', 'PM', { status: 'confirmed' })
    const other = await make.practice(practice.laboratory)
    await make.ride(other, '2027-06-07', 'AM', { status: 'picked_up' })
    await make.ride(other, '2027-06-07', 'PM', { status: 'cancelled' })
    expect(await countsFor(staff)).toEqual({ pickups: 2, pickupsToConfirm: 2 })
  })

  it('is the request for supplies until it is sent, and what practices have said of late', async () => {
    const { laboratory, practice, staff, user } = await opened()
    const { name } = await make.supply(laboratory)
    for (const status of ['requested', 'prepared', 'sent', 'cancelled'])
      await make.supplyOrder(practice, [name], { status })
    const say = await as(user)
    for (const body of ['Bien', 'Mieux']) await say('/api/feedback', { body: { body } })
    expect(await countsFor(staff)).toEqual({ supplies: 2, feedback: 2 })
    const old = `update feedback set created_at = now() - make_interval(days => $1) where body = 'Bien'`
    await age(laboratory, old, [recentDays + 1])
    expect(await countsFor(staff)).toEqual({ supplies: 2, feedback: 1 })
  })

  it('is told to the laboratory’s own people, and to nobody else', async () => {
    const { laboratory, practice, staff, user } = await opened()
    await make.order(practice)
    const elsewhere = await opened()
    expect(await countsFor(elsewhere.staff)).toEqual({})
    expect(await countsFor(staff)).toEqual({ registered: 1 })
    expect((await request(laboratory, '/api/staff/waiting')).status).toBe(401)
    const refused = await (await as(user))('/api/staff/waiting')
    expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'forbidden'])
    const astray = await (await as(elsewhere.staff))('/api/staff/waiting', { laboratory })
    expect([astray.status, (await problemOf(astray)).code]).toEqual([401, 'signed_out'])
  })
})
