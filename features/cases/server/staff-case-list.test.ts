import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as } = startTestApp()

const hold = { reason: 'technical_response', question: 'Quelle teinte ?' }
const read = async (user: TestUser, path: string) => (await (await as(user))(`/api/staff/orders${path}`)).json()
const codesOf = async (user: TestUser, query: string) =>
  (await read(user, query)).data.map(({ code }: { code: string }) => code)

async function laboratoryWithTwoPractices() {
  // A driver comes whatever the weekday of the test.
  const laboratory = await make.laboratory({ working_days: [1, 2, 3, 4, 5, 6, 7] })
  const [one, other] = [
    await make.practice(laboratory, { name: 'Cabinet des Lilas' }),
    await make.practice(laboratory, { name: 'Cabinet du Port' }),
  ]
  return { laboratory, one, other, staff: await make.user(laboratory) }
}

describe('the laboratory’s list of cases', () => {
  it('has those of all its practices, what leaves next first, and none of another laboratory', async () => {
    const { one, other, staff } = await laboratoryWithTwoPractices()
    await make.order(one, { code: 'B', delivery_on: addDays(today, 2) })
    await make.order(other, { code: 'A', delivery_on: addDays(today, 1) })
    await make.order(other, { code: 'U' })
    await make.order(await make.practice(await make.laboratory()), { code: 'X' })
    const { data, page } = await read(staff, '')
    expect(
      data.map(({ code, practice }: { code: string; practice: { name: string } }) => [code, practice.name]),
    ).toEqual([
      ['A', 'Cabinet du Port'],
      ['B', 'Cabinet des Lilas'],
      ['U', 'Cabinet du Port'],
    ])
    expect(page).toEqual({ number: 1, size: 25, total: 3 })
  })

  it('has history and all by tabs of their own, and pages', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    for (let count = 0; count < 27; count++)
      await make.order(one, { code: `C-${100 + count}`, delivery_on: addDays(today, count) })
    await make.order(one, { code: 'H', status: 'delivered', delivery_on: today })
    expect(await codesOf(staff, '?tab=history')).toEqual(['H'])
    expect((await read(staff, '?tab=all')).page.total).toBe(28)
    expect(await codesOf(staff, '?page=2')).toEqual(['C-125', 'C-126'])
    expect(await codesOf(staff, '?page=3')).toEqual([])
    expect((await codesOf(staff, '?sort_by=code&sort_order=DESC'))[0]).toBe('C-126')
  })

  it('is narrowed by practice, product, technician, status, day and words', async () => {
    const { laboratory, one, other, staff } = await laboratoryWithTwoPractices()
    const colleague = await make.user(laboratory, { role: 'production', last_name: 'Roux' })
    const { reference } = await make.product(laboratory, { family: 'removable' })
    const mine = await make.order(one, {
      code: 'M',
      delivery_on: today,
      patient: 'Zoé Lefèvre',
      technician_id: staff.id,
    })
    await make.order(other, { code: 'N', status: 'in_production', technician_id: colleague.id })
    await make.order(other, { code: 'O', status: 'shipped', delivery_on: addDays(today, 4) })
    await make.within(laboratory.id, client =>
      client.query(
        `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, label_fr, label_en, quantity)
         values ($1, $2, $3, 1, $4, 'Stellite', 'Stellite', 1)`,
        [laboratory.id, one.id, mine.id, reference],
      ),
    )
    const found = {
      [`?practiceId=${other.id}`]: ['O', 'N'],
      '?family=removable': ['M'],
      '?family=fixed': [],
      '?technician=me': ['M'],
      [`?technician=${colleague.id}`]: ['N'],
      '?technician=nobody': ['O'],
      '?statuses=shipped&statuses=in_production': ['O', 'N'],
      [`?deliveryDateFrom=${today}&deliveryDateTo=${today}`]: ['M'],
      [`?deliveryDateFrom=${addDays(today, 1)}`]: ['O'],
      '?search=lefevre': ['M'],
      '?search=%25': [],
    }
    for (const [query, codes] of Object.entries(found)) expect(await codesOf(staff, query), query).toEqual(codes)
  })

  it('is, for each queue of the first screen, as long as the queue says', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const doctor = await make.user(one)
    await make.order(one, { code: 'L', status: 'in_production', delivery_on: addDays(today, -1) })
    await make.order(one, { code: 'S', status: 'shipped', delivery_on: addDays(today, -1) })
    await make.order(one, { code: 'T', status: 'in_production', delivery_on: today })
    await make.order(one, { code: 'R', delivery_on: addDays(today, 3) })
    const held = await make.order(one, { code: 'H', status: 'on_hold', hold_reason: 'other' })
    const [asking, answered] = [await make.order(one, { code: 'W' }), await make.order(one, { code: 'V' })]
    const practice = await as(doctor)
    const ours = await as(staff)
    // A message that answers a question counts as an answer, not as a message.
    await practice(`/api/orders/${held.id}/hold-answer`, { body: { answer: 'in_writing', message: 'A2.' } })
    await ours(`/api/staff/orders/${asking.id}/messages`, { body: { body: 'Bonjour' } })
    for (const body of ['Où en est-il ?', 'Allô ?'])
      await practice(`/api/orders/${asking.id}/messages`, { body: { body } })
    await practice(`/api/orders/${answered.id}/messages`, { body: { body: 'Merci' } })
    await ours(`/api/staff/orders/${answered.id}/messages`, { body: { body: 'Avec plaisir' } })
    await practice(`/api/orders/${asking.id}/problems`, {
      body: { kind: 'other', description: 'Trop tard.', remake: false },
    })
    const lists = {
      late: '?due=late',
      today: '?due=today',
      registered: '?statuses=registered',
      answers: '?said=answer',
      messages: '?tab=all&said=message',
      problems: '?tab=all&said=problem',
    }
    expect(await codesOf(staff, lists.late)).toEqual(['L'])
    expect(await codesOf(staff, lists.today)).toEqual(['T'])
    expect(await codesOf(staff, lists.answers)).toEqual(['H'])
    expect(await codesOf(staff, lists.messages)).toEqual(['W'])
    expect(await codesOf(staff, lists.problems)).toEqual(['W'])
    const { data } = await (await ours('/api/staff/waiting')).json()
    for (const [queue, query] of Object.entries(lists))
      expect((await read(staff, query)).page.total, queue).toBe(data.queues[queue].count)
    const marked = (await read(staff, '?tab=all')).data.filter(({ isAsked }: { isAsked: boolean }) => isAsked)
    expect(marked.map(({ code }: { code: string }) => code)).toEqual(['W'])
  })

  it('says of what has left and arrived on which day it did, to the practice too, whatever was promised', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const driver = await as(await make.user(laboratory, { role: 'driver' }))
    const doctor = await as(await make.user(one))
    const { id } = await make.order(one, { status: 'in_production', delivery_on: addDays(today, 7) })
    const days = async () => {
      const { data: ours } = await read(staff, `/${id}`)
      const { data: theirs } = await (await doctor(`/api/orders/${id}`)).json()
      const [listed] = (await read(staff, '?tab=all')).data
      const [row] = (await (await doctor('/api/orders?tab=all')).json()).data
      expect([listed.leftOn, listed.arrivedOn, row.arrivedOn]).toEqual([ours.leftOn, ours.arrivedOn, theirs.arrivedOn])
      expect([ours.deliveryDate, theirs.deliveryDate]).toEqual([addDays(today, 7), addDays(today, 7)])
      return [ours.leftOn, theirs.arrivedOn]
    }
    expect(await days()).toEqual([null, null])
    await driver('/api/staff/shipping', { body: { orderIds: [id] } })
    expect(await days()).toEqual([today, null])
    const told = { id: randomUUID(), practiceId: one.id, day: today, at: new Date().toISOString(), rideIds: [] }
    await driver('/api/staff/hand-overs', { body: { ...told, outcome: 'handed_over', orderIds: [id] } })
    expect(await days()).toEqual([today, today])
    await driver('/api/staff/deliveries/taken-back', { body: { orderIds: [id], reason: 'Autre porte' } })
    expect(await days()).toEqual([today, null])
  })

  it('says which pickup brings an impression that is awaited, and that none does', async () => {
    const { laboratory, one, other, staff } = await laboratoryWithTwoPractices()
    const driver = await as(await make.user(laboratory, { role: 'driver' }))
    const [physical, scanned] = [await make.order(one, { print_type: 'physical' }), await make.order(one)]
    const pickupOf = async ({ id }: { id: string }) => (await read(staff, `/${id}`)).data.pickup
    await make.ride(other, addDays(today, 1), 'AM')
    await make.ride(one, addDays(today, 1), 'AM', { status: 'cancelled' })
    await make.ride(one, addDays(today, -1), 'AM', { status: 'confirmed' })
    expect(await pickupOf(physical)).toBeNull()
    const ride = await make.ride(one, addDays(today, 2), 'PM')
    await make.ride(one, addDays(today, 3), 'AM')
    const slot = { date: addDays(today, 2), shift: 'PM' }
    expect(await pickupOf(physical)).toEqual({ ...slot, isDone: false })
    expect(await pickupOf(scanned)).toBeNull()
    await driver('/api/staff/hand-overs', {
      body: {
        id: randomUUID(),
        practiceId: one.id,
        day: addDays(today, 2),
        at: new Date().toISOString(),
        outcome: 'handed_over',
        orderIds: [],
        rideIds: [ride.id],
      },
    })
    expect(await pickupOf(physical)).toEqual({ ...slot, isDone: true })
    // Ordered after the driver had come by.
    const next = await make.order(one, { print_type: 'physical' })
    expect(await pickupOf(next)).toEqual({ date: addDays(today, 3), shift: 'AM', isDone: false })
  })

  it('says where an impression comes too late for its delivery day, or nobody is to fetch it', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const day = addDays(today, 20)
    const { id } = await make.order(one, { print_type: 'physical', delivery_on: day })
    const isLost = async () => (await read(staff, `/${id}`)).data.isDayLost ?? false
    expect(await isLost()).toBe(true)
    await make.ride(one, day, 'AM')
    expect(await isLost()).toBe(true)
    await make.ride(one, addDays(today, 2), 'AM')
    expect(await isLost()).toBe(false)
  })

  it('says of a remake what was wrong, in the words of the practice', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const first = await make.order(one, { status: 'delivered' })
    const remake = await make.order(one, { remake_of: first.id })
    const doctor = await make.user(one)
    const report = (values: object) =>
      make.insert(one.laboratory.id, 'order_problems', {
        brand_id: one.laboratory.id,
        practice_id: one.id,
        order_id: first.id,
        reported_by: doctor.id,
        ...values,
      })
    await report({ kind: 'late', description: 'Trop tard.' })
    expect((await read(staff, `/${remake.id}`)).data.remakeReason).toBeNull()
    await report({ kind: 'fit', description: 'Bord trop court en mésial.', remake_id: remake.id })
    const { data } = await read(staff, `/${remake.id}`)
    expect(data).toMatchObject({
      remakeOf: { id: first.id },
      remakeReason: { kind: 'fit', words: 'Bord trop court en mésial.', teeth: [] },
    })
    expect((await read(staff, `/${first.id}`)).data.remakeReason).toBeNull()
  })

  it('is the queue of the intake: by appointment, those without one last, or by age', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    await make.order(one, { code: 'N', created_at: '2026-01-03T10:00:00Z' })
    await make.order(one, { code: 'L', created_at: '2026-01-02T10:00:00Z', appointment_at: '2026-02-02T10:00:00Z' })
    await make.order(one, { code: 'S', created_at: '2026-01-04T10:00:00Z', appointment_at: '2026-02-01T10:00:00Z' })
    await make.order(one, { code: 'P', status: 'in_preparation' })
    const queue = '?statuses=registered&sort_order=ASC&sort_by='
    expect(await codesOf(staff, `${queue}appointmentDate`)).toEqual(['S', 'L', 'N'])
    expect(await codesOf(staff, `${queue}createdAt`)).toEqual(['L', 'N', 'S'])
  })

  it('says who has put a case on hold, and since when; an answer does not begin it anew', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const asking = await make.user(laboratory, { role: 'production', title: '', first_name: 'Nina', last_name: 'Roux' })
    const { id } = await make.order(one)
    await (await as(asking))(`/api/staff/orders/${id}/status`, { body: { status: 'on_hold', hold } })
    const [{ held }] = (await read(staff, '')).data
    expect(held.by).toBe('Nina Roux')
    await (await as(await make.user(one)))(`/api/orders/${id}/hold-answer`, { body: { answer: 'go_ahead' } })
    const [row] = (await read(staff, '')).data
    expect(row).toMatchObject({ held, heldFrom: 'registered', hold: { ...hold, answer: 'go_ahead' } })
  })

  it('refuses what it does not know', async () => {
    const { staff } = await laboratoryWithTwoPractices()
    for (const query of ['?tab=mine', '?due=soon', '?technician=you', '?page=0', '?practiceId=1', '?colour=red'])
      expect((await (await as(staff))(`/api/staff/orders${query}`)).status, query).toBe(422)
  })

  it('can be narrowed by what there is: practices, families and whoever works on cases', async () => {
    const { laboratory, one, other } = await laboratoryWithTwoPractices()
    const bench = await make.user(laboratory, { role: 'production', first_name: 'Nina', last_name: 'Roux', title: '' })
    await make.user(laboratory, { role: 'driver' })
    await make.user(laboratory, { role: 'production', disabled_at: new Date() })
    await make.product(laboratory)
    const { data } = await read(bench, '/filters')
    expect(data.practices).toEqual([
      { id: one.id, name: 'Cabinet des Lilas' },
      { id: other.id, name: 'Cabinet du Port' },
    ])
    expect(data.families).toEqual([{ id: 'fixed', name: 'Fixe' }])
    expect(data.technicians.map(({ name }: { name: string }) => name)).toEqual(['Dr Claire Martin', 'Nina Roux'])
  })
})

it('the board has a column for each status in progress, what leaves first on top, of everybody or of one', async () => {
  const { one, staff } = await laboratoryWithTwoPractices()
  for (const status of ['registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled'])
    await make.order(one, { code: status, status })
  await make.order(one, { code: 'H', status: 'on_hold', hold_reason: 'other' })
  for (let count = 0; count < 26; count++)
    await make.order(one, { code: `M-${100 + count}`, delivery_on: addDays(today, count), technician_id: staff.id })
  const board = async (query = '') => {
    const { data } = await (await (await as(staff))(`/api/staff/board${query}`)).json()
    return data.map(({ status, total, cases }: { status: string; total: number; cases: { code: string }[] }) => [
      status,
      total,
      cases.length,
      cases[0]?.code,
    ])
  }
  expect(await board()).toEqual([
    ['registered', 27, 25, 'M-100'],
    ['in_preparation', 1, 1, 'in_preparation'],
    ['in_production', 1, 1, 'in_production'],
    ['on_hold', 1, 1, 'H'],
    ['shipped', 1, 1, 'shipped'],
  ])
  expect((await board('?technician=me'))[0]).toEqual(['registered', 26, 25, 'M-100'])
  // The rest of a column is the second page of its list.
  expect(await codesOf(staff, '?statuses=registered&page=2')).toEqual(['M-125', 'registered'])
})
