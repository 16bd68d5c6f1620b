import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { caseStatuses } from '../address.ts'
import { CaseStatus } from '../contract.ts'
import { movesOf } from '../staff-rules.ts'

const { app, make, as, request } = startTestApp()

const today = dayInZone(new Date(), 'Europe/Paris')
const hold = { reason: 'technical_response', question: 'Quelle teinte ?' }
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const read = async (user: TestUser, path: string) => (await (await as(user))(`/api/staff/orders${path}`)).json()
const codesOf = async (user: TestUser, query: string) =>
  (await read(user, query)).data.map(({ code }: { code: string }) => code)

async function laboratoryWithTwoPractices() {
  const laboratory = await make.laboratory()
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
    // Words that answer a question wait as an answer, not as a message.
    await practice(`/api/orders/${held.id}/hold-answer`, { body: { answer: 'in_writing', message: 'A2.' } })
    await ours(`/api/staff/orders/${asking.id}/messages`, { body: { body: 'Bonjour' } })
    for (const body of ['Où en est-il ?', 'Allô ?'])
      await practice(`/api/orders/${asking.id}/messages`, { body: { body } })
    await practice(`/api/orders/${answered.id}/messages`, { body: { body: 'Merci' } })
    await ours(`/api/staff/orders/${answered.id}/messages`, { body: { body: 'Avec plaisir' } })
    await practice(`/api/orders/${asking.id}/problems`, {
      body: { kind: 'late', description: 'Trop tard.', remake: false },
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
    // Ordered after the driver was there.
    const next = await make.order(one, { print_type: 'physical' })
    expect(await pickupOf(next)).toEqual({ date: addDays(today, 3), shift: 'AM', isDone: false })
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
      remakeReason: { kind: 'fit', words: 'Bord trop court en mésial.' },
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

describe('a case as the laboratory’s people see it', () => {
  it('is whole: practice, telephone, products, way and who has taken each step', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const doctor = await make.user(one, { phone: '06 12 34 56 78' })
    const { id } = await make.order(one, {
      prescriber_id: doctor.id,
      prescriber: 'Dr Claire Martin',
      comment: 'Merci',
      practice_reference: 'LOG-7781',
    })
    const bench = await make.user(laboratory, { role: 'production', title: '', first_name: 'Nina', last_name: 'Roux' })
    await (await as(bench))(`/api/staff/orders/${id}/status`, {
      body: { status: 'in_preparation', note: 'Modèles coulés', deliveryDate: addDays(today, 5) },
    })
    const { data } = await read(staff, `/${id}`)
    expect(data).toMatchObject({
      id,
      practice: { id: one.id, name: 'Cabinet des Lilas' },
      contact: { name: 'Dr Claire Martin', phone: '06 12 34 56 78' },
      comment: 'Merci',
      practiceReference: 'LOG-7781',
      status: 'in_preparation',
      deliveryDate: addDays(today, 5),
      timeline: [
        {
          status: 'in_preparation',
          note: 'Modèles coulés',
          by: { name: 'Nina Roux', isOfLaboratory: true, isOwn: false },
        },
      ],
    })
    expect(data).not.toHaveProperty('totalCents')
    // To its practice the laboratory is the laboratory.
    const seen = await (await (await as(doctor))(`/api/orders/${id}`)).text()
    expect(seen).not.toContain('Roux')
    expect(seen).not.toContain(bench.id)
  })

  it('is a view that the audit keeps, and so is its thread', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    const call = await as(staff)
    await call(`/api/staff/orders/${id}`)
    await call(`/api/staff/orders/${id}/messages`)
    await app.writeSightings()
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where order_id = $1 order by id', [id]),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['case_viewed', 'messages_viewed'])
  })

  it('has one thread with its practice', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    await (await as(await make.user(one)))(`/api/orders/${id}/messages`, { body: { body: 'Bonjour' } })
    await (await as(staff))(`/api/staff/orders/${id}/messages`, { body: { body: 'Bonjour Docteur' } })
    expect((await read(staff, `/${id}/messages`)).data).toMatchObject([
      { body: 'Bonjour', isFromLaboratory: false, isOwn: false, author: 'Dr Claire Martin' },
      { body: 'Bonjour Docteur', isFromLaboratory: true, isOwn: true },
    ])
  })
})

describe('when a case would be promised now', () => {
  async function orderOf(laboratory: TestLaboratory, practice: TestPractice, values: Record<string, unknown> = {}) {
    const { reference } = await make.product(laboratory, { lead_days: 3 })
    const { id } = await make.order(practice, values)
    await make.within(laboratory.id, client =>
      client.query(
        `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, label_fr, label_en, quantity)
         values ($1, $2, $3, 1, $4, 'Couronne', 'Crown', 1)`,
        [laboratory.id, practice.id, id, reference],
      ),
    )
    return { id, reference }
  }

  it('is as a new order of its practice would be; what was promised holds as long as it can be kept', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const { id, reference } = await orderOf(laboratory, one)
    const promise = await (await as(await make.user(one)))('/api/orders/promise', {
      body: { printType: 'optical', products: [{ reference }] },
    })
    const { deliveryDate } = (await promise.json()).data
    expect((await read(staff, `/${id}/load`)).data.proposed).toBe(deliveryDate)
    const later = addDays(deliveryDate, 7)
    const kept = await orderOf(laboratory, one, { delivery_on: later })
    expect((await read(staff, `/${kept.id}/load`)).data.proposed).toBe(later)
    const broken = await orderOf(laboratory, one, { delivery_on: today })
    expect((await read(staff, `/${broken.id}/load`)).data.proposed).toBe(deliveryDate)
  })

  it('comes with the calendar of the laboratory and of the practice that ordered', async () => {
    const { laboratory, one, other, staff } = await laboratoryWithTwoPractices()
    const day = addDays(today, 9)
    await make.holiday(laboratory, day)
    await make.absence(one, addDays(today, 3), addDays(today, 4))
    await make.absence(other, addDays(today, 6), addDays(today, 6))
    const { id } = await orderOf(laboratory, one)
    const { calendar } = (await read(staff, `/${id}/load`)).data
    expect(calendar.holidays).toEqual([{ day, name: expect.any(String) }])
    // Whose doing it is is not for the console to say here: the days alone, where a round would have come.
    const rounds = [3, 4, 6].map(ahead => addDays(today, ahead)).filter(day => weekday(day) < 6)
    const expected = rounds.filter(day => day !== addDays(today, 6))
    expect(calendar.absences).toBeUndefined()
    expect(calendar.withoutRounds).toEqual(expect.arrayContaining(expected))
    expect(calendar.withoutRounds).not.toContain(addDays(today, 6))
  })

  it('comes with how much is promised for each day', async () => {
    const { one, other, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    const day = addDays(today, 3)
    for (const practice of [one, other]) await make.order(practice, { delivery_on: day, status: 'in_production' })
    await make.order(one, { delivery_on: day, status: 'cancelled' })
    expect((await read(staff, `/${id}/load`)).data.days).toEqual([{ day, cases: 2 }])
  })
})

describe('two of the laboratory on one case', () => {
  it('end in a state that the table allows, and the second is told what the first has done', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const colleague = await make.user(laboratory, {
      role: 'production',
      title: '',
      first_name: 'Nina',
      last_name: 'Roux',
    })
    const { id } = await make.order(one)
    const accept = { status: 'in_preparation', from: 'registered', deliveryDate: addDays(today, 5) }
    await (await as(colleague))(`/api/staff/orders/${id}/status`, {
      body: { status: 'on_hold', from: 'registered', hold },
    })
    const refused = await (await as(staff))(`/api/staff/orders/${id}/status`, { body: accept })
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'changed_meanwhile',
        present: expect.objectContaining({ status: 'on_hold', by: 'Nina Roux' }),
      }),
    ])
    const { data } = await read(staff, `/${id}`)
    expect(data).toMatchObject({ status: 'on_hold', deliveryDate: null })
  })

  it('at the same moment: one goes through', async () => {
    const { one, laboratory } = await laboratoryWithTwoPractices()
    const callers = [await as(await make.user(laboratory)), await as(await make.user(laboratory))]
    for (let round = 0; round < 5; round++) {
      const { id } = await make.order(one)
      const bodies = [
        { status: 'in_preparation', from: 'registered' },
        { status: 'cancelled', from: 'registered', note: 'Empreinte illisible' },
      ]
      const answers = await Promise.all(
        callers.map((call, index) => call(`/api/staff/orders/${id}/status`, { body: bodies[index] })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    }
  })
})

describe('several cases at once', () => {
  it('go or stay each by itself, and each says so', async () => {
    const { one, other, staff } = await laboratoryWithTwoPractices()
    const [goes, changed, cannot] = [
      await make.order(one, { status: 'in_preparation' }),
      await make.order(other, { status: 'in_production' }),
      await make.order(one, { status: 'shipped' }),
    ]
    const elsewhere = await make.order(await make.practice(await make.laboratory()), { status: 'in_preparation' })
    const cases = [
      { id: goes.id, from: 'in_preparation' },
      { id: changed.id, from: 'in_preparation' },
      { id: cannot.id, from: 'shipped' },
      { id: elsewhere.id, from: 'in_preparation' },
    ]
    const moved = await (await as(staff))('/api/staff/orders/moves', { body: { status: 'in_production', cases } })
    expect(new Map((await moved.json()).data.map(({ id, outcome }: Record<string, string>) => [id, outcome]))).toEqual(
      new Map([
        [goes.id, 'moved'],
        [changed.id, 'changed_meanwhile'],
        [cannot.id, 'status_not_allowed'],
        [elsewhere.id, 'not_found'],
      ]),
    )
    expect((await read(staff, `/${goes.id}`)).data).toMatchObject({
      status: 'in_production',
      timeline: [{ status: 'in_production', by: { isOfLaboratory: true, isOwn: true } }],
    })
  })

  it('are never put on hold or ended together: each has words of its own', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    for (const status of ['on_hold', 'cancelled'])
      expect(
        (await (await as(staff))('/api/staff/orders/moves', { body: { status, cases: [{ id, from: 'registered' }] } }))
          .status,
      ).toBe(422)
    expect((await read(staff, `/${id}`)).data.status).toBe('registered')
  })

  it('are given to somebody of the laboratory who works on cases, or back, all or none', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const bench = await make.user(laboratory, { role: 'production' })
    const ids = [(await make.order(one)).id, (await make.order(one)).id]
    const assign = async (body: object) => (await as(staff))('/api/staff/orders/technician', { body })
    expect((await assign({ ids, technicianId: bench.id })).status).toBe(204)
    expect((await read(staff, `?technician=${bench.id}`)).page.total).toBe(2)
    expect((await assign({ ids: [ids[0]], technicianId: null })).status).toBe(204)
    expect((await read(staff, `?technician=${bench.id}`)).page.total).toBe(1)
    const strangers = [
      await make.user(laboratory, { role: 'driver' }),
      await make.user(one),
      await make.user(await make.laboratory()),
      await make.user(laboratory, { role: 'production', disabled_at: new Date() }),
    ]
    for (const { id } of strangers)
      expect(await refusalOf(await assign({ ids, technicianId: id }))).toEqual([422, 'not_of_the_team'])
    const elsewhere = await make.order(await make.practice(await make.laboratory()))
    expect(await refusalOf(await assign({ ids: [...ids, elsewhere.id], technicianId: bench.id }))).toEqual([
      404,
      'not_found',
    ])
    expect((await read(staff, `?technician=${bench.id}`)).page.total).toBe(1)
  })
})

it('the table of orders takes nobody of a practice for a technician', async () => {
  const { laboratory, one } = await laboratoryWithTwoPractices()
  const doctor = await make.user(one)
  const { id } = await make.order(one)
  await expect(
    make.within(laboratory.id, client =>
      client.query('update orders set technician_id = $1 where id = $2', [doctor.id, id]),
    ),
  ).rejects.toMatchObject({ constraint: 'orders__technician' })
})

it('the moves that screens offer are those that the table allows the laboratory’s people', async () => {
  const { laboratory, one } = await laboratoryWithTwoPractices()
  const { id: somebody } = await make.user(laboratory)
  for (const from of CaseStatus.options) {
    const heldFrom = from === 'on_hold' ? 'in_preparation' : null
    const offered = movesOf({ status: from, heldFrom })
    for (const to of caseStatuses) {
      const { id } = await make.order(one, { status: from, ...(heldFrom && { hold_reason: 'other' }) })
      const set = { held_from: to === 'on_hold' ? from : null, hold_reason: to === 'on_hold' ? 'other' : null }
      const isAllowed = await make
        .within(laboratory.id, async client => {
          await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, somebody])
          await client.query('update orders set status = $1, held_from = $2, hold_reason = $3 where id = $4', [
            to,
            set.held_from,
            set.hold_reason,
            id,
          ])
        })
        .then(
          () => true,
          () => false,
        )
      expect(isAllowed, `${from} to ${to}`).toBe(to === from || offered.includes(to))
    }
  }
})

describe('the calls about cases', () => {
  const calls = (id: string) =>
    [
      ['/api/staff/orders', {}],
      ['/api/staff/orders/filters', {}],
      ['/api/staff/board', {}],
      [`/api/staff/orders/${id}`, {}],
      [`/api/staff/orders/${id}/load`, {}],
      [`/api/staff/orders/${id}/messages`, {}],
      ['/api/staff/orders/moves', { body: { status: 'in_preparation', cases: [{ id, from: 'registered' }] } }],
      ['/api/staff/orders/technician', { body: { ids: [id], technicianId: null } }],
    ] as const

  it('are for production and the administrator; not for drivers, the books, practices or strangers', async () => {
    const { laboratory, one } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    for (const [path, options] of calls(id)) {
      expect((await request(laboratory, path, options)).status, path).toBe(401)
      const refused = [
        ...(['driver', 'accounting'] as const).map(role => make.user(laboratory, { role })),
        make.user(one, { account_type: 'manager' }),
      ]
      for (const user of await Promise.all(refused))
        expect(await refusalOf(await (await as(user))(path, options)), path).toEqual([403, 'forbidden'])
      expect((await (await as(await make.user(laboratory, { role: 'production' })))(path, options)).ok, path).toBe(true)
    }
  })

  it('find nothing of another laboratory, or of none', async () => {
    const { one } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    const foreign = await as(await make.user(await make.laboratory()))
    for (const unknown of [id, randomUUID()]) {
      for (const [path, options] of calls(unknown).slice(3, 6))
        expect(await refusalOf(await foreign(path, options)), path).toEqual([404, 'not_found'])
    }
  })
})
