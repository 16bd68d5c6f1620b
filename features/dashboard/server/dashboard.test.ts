import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dayInZone } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import type { Dashboard } from '../contract.ts'

const { make, as, request } = startTestApp()

async function newPractice(values: Record<string, unknown> = {}, ofUser: Record<string, unknown> = {}) {
  const practice = await make.practice(await make.laboratory(values))
  return { practice, user: await make.user(practice, ofUser) }
}

async function read(user: TestUser, query = '') {
  const response = await (await as(user))(`/api/dashboard${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Dashboard }).data
}
const at = (instant: string) => vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] })
afterEach(() => void vi.useRealTimers())

describe('a half day', () => {
  it('is told where the laboratory has one round on that weekday', async () => {
    at('2027-05-03T07:00:00Z') // a Monday
    const { practice, user } = await newPractice()
    const without = (weekday: number, shift: 'AM' | 'PM') =>
      make.insert(practice.laboratory.id, 'rounds', { brand_id: practice.laboratory.id, weekday, shift })
    await without(1, 'PM')
    await without(2, 'AM')
    for (const shift of ['AM', 'PM'] as const) await without(3, shift)
    const { days } = await read(user, '?days=7')
    expect(days.map(({ deliveryHalf }) => deliveryHalf)).toEqual(['AM', 'PM', null, null, null, null, null])
    const { id } = await make.order(practice, { status: 'in_production', delivery_on: '2027-05-04' })
    const undated = await make.order(practice, { delivery_on: null })
    const call = await as(user)
    for (const [order, half] of [
      [id, 'PM'],
      [undated.id, null],
    ])
      expect((await (await call(`/api/orders/${order}`)).json()).data.deliveryHalf).toBe(half)
  })
})

describe('who may read', () => {
  it('asks for a session of a practice', async () => {
    const { practice, user } = await newPractice()
    expect((await request(practice.laboratory, '/api/dashboard')).status).toBe(401)
    const staff = await make.user(practice.laboratory)
    expect((await (await as(staff))('/api/dashboard')).status).toBe(403)
    expect((await (await as(user))('/api/dashboard')).status).toBe(200)
  })

  it('shows nothing of another practice', async () => {
    const { practice, user } = await newPractice()
    const other = await make.practice(practice.laboratory)
    const today = dayInZone(new Date(), 'Europe/Paris')
    await make.order(other, { status: 'in_preparation', delivery_on: today, appointment_at: `${today}T10:00Z` })
    await make.ride(other, today, 'AM')
    await make.absence(other, today, today)
    const { cards, days } = await read(user)
    expect(cards).toEqual({
      deliveriesToday: 0,
      impressionsReceived: 0,
      delayedDeliveries: 0,
      outstandingInvoices: { count: 0, amountCents: 0 },
    })
    for (const day of days) expect(day).toMatchObject({ deliveries: [], appointments: [], rides: [] })
    expect(days.filter(({ absent }) => absent)).toEqual([])
  })

  it('shows whoever may not see absences a day without rounds, like all others', async () => {
    at('2027-05-03T07:00:00Z') // a Monday
    const { practice, user } = await newPractice()
    const doctor = await make.user(practice, { is_practice_doctor: true })
    await make.absence(practice, '2027-05-03', '2027-05-03', { is_delivery_possible: true })
    await make.absence(practice, '2027-05-04', '2027-05-05')
    await make.holiday(practice.laboratory, '2027-05-06')
    const manager = await read(user, '?days=7')
    expect(manager.days.map(({ absent }) => absent)).toEqual([
      { from: '2027-05-03', to: '2027-05-03', deliveryPossible: true },
      ...[4, 5].map(() => ({ from: '2027-05-04', to: '2027-05-05', deliveryPossible: false })),
      ...[6, 7, 8, 9].map(() => undefined),
    ])
    const { days } = await read(doctor, '?days=7')
    expect(days.map(day => [day.date.slice(-2), day.withoutRounds, day.closed, 'absent' in day])).toEqual([
      ['03', undefined, null, false],
      ['04', true, null, false],
      ['05', true, null, false],
      ['06', true, null, false],
      ['07', undefined, null, false],
      ['08', true, null, false],
      ['09', true, null, false],
    ])
  })
})

describe('the days', () => {
  it('hold deliveries, appointments by the hour, pickups, absences and closings', async () => {
    at('2027-05-05T07:00:00Z') // a Wednesday
    const { practice, user } = await newPractice()
    const delivered = await make.order(practice, { code: 'T-2', delivery_on: '2027-05-05', status: 'delivered' })
    const open = await make.order(practice, { code: 'T-1', delivery_on: '2027-05-05', patient: 'Zoé Martin' })
    await make.order(practice, { delivery_on: '2027-05-05', status: 'cancelled' })
    const late = await make.order(practice, { appointment_at: '2027-05-05T14:00:00Z', code: 'T-0' })
    const early = await make.order(practice, { appointment_at: '2027-05-05T08:30:00Z', code: 'T-9' })
    await make.ride(practice, '2027-05-07', 'PM', { created_by: user.id })
    await make.ride(practice, '2027-05-07', 'AM', { created_by: user.id, complementary_information: 'Sonnez' })
    await make.ride(practice, '2027-05-05', 'AM', { created_by: user.id, status: 'cancelled' })
    await make.order(practice, {
      code: 'T-3',
      patient_code: 'P-0412',
      print_type: 'physical',
      created_at: '2027-05-04T08:00:00Z',
    })
    await make.absence(practice, '2027-05-07', '2027-05-20')
    await make.holiday(practice.laboratory, '2027-05-06', { name_fr: 'Ascension', name_en: 'Ascension Day' })

    const { updatedAt, days } = await read(user)
    expect(updatedAt).toBe('2027-05-05T07:00:00.000Z')
    expect(days.map(({ date }) => date)).toEqual(['2027-05-05', '2027-05-06', '2027-05-07'])
    expect(days[0]?.deliveries.map(({ id }) => id)).toEqual([open.id, delivered.id])
    expect(days[0]?.deliveries[0]).toEqual({
      id: open.id,
      code: 'T-1',
      patient: 'Zoé Martin',
      patientCode: 'P-0001',
      summary: 'Couronne zircone 26 · A2',
      status: 'registered',
      delivery: { display: 'today', unconfirmed: true },
      deliveryDate: '2027-05-05',
      arrivedOn: null,
      appointmentDate: null,
      problem: null,
    })
    expect(days[0]?.appointments.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(days[0]?.rides).toEqual([])
    expect(days[1]?.closed).toEqual({ name: 'Ascension' })
    expect(days[2]).toMatchObject({
      absent: { from: '2027-05-07', to: '2027-05-20', deliveryPossible: false },
      closed: null,
      rides: [
        {
          shift: 'AM',
          status: 'requested',
          complementaryInformation: 'Sonnez',
          orders: [{ code: 'T-3', patientCode: 'P-0412', what: 'impression' }],
        },
        { shift: 'PM', orders: [] },
      ],
    })

    // After midnight in the laboratory's time zone, and before its promised day.
    await make.insert(practice.laboratory.id, 'order_events', {
      brand_id: practice.laboratory.id,
      practice_id: practice.id,
      order_id: delivered.id,
      sequence: 1,
      status: 'delivered',
      at: '2027-05-03T22:30:00Z',
    })
    const week = await read(user, '?days=7')
    expect(week.days.map(({ deliveries }) => deliveries.map(({ code }) => code)).slice(0, 3)).toEqual([
      [],
      ['T-2'],
      ['T-1'],
    ])
    expect(week.days.map(({ date, closed }) => [date, closed?.name])).toEqual([
      ['2027-05-03', undefined],
      ['2027-05-04', undefined],
      ['2027-05-05', undefined],
      ['2027-05-06', 'Ascension'],
      ['2027-05-07', undefined],
      ['2027-05-08', null],
      ['2027-05-09', null],
    ])
    expect(week.days.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true, true, false, false])
  })

  it('show today, first, what has missed its day and not left, on no day behind; tomorrow it is found tomorrow', async () => {
    at('2027-05-05T07:00:00Z') // a Wednesday
    const { practice, user } = await newPractice()
    await make.order(practice, { code: 'A-1', delivery_on: '2027-05-05', status: 'in_production' })
    await make.order(practice, { code: 'Z-9', delivery_on: '2027-04-12', status: 'in_production' })
    await make.order(practice, { code: 'Z-1', delivery_on: '2027-05-03', status: 'on_hold', hold_reason: 'other' })
    await make.order(practice, { code: 'Z-2', delivery_on: '2027-05-04', status: 'shipped' })
    await make.order(practice, { code: 'Z-3', delivery_on: '2027-05-03', status: 'delivered' })
    await make.order(practice, { code: 'Z-4', delivery_on: '2027-05-03', status: 'cancelled' })
    const codesOf = ({ days }: Dashboard) => days.map(({ deliveries }) => deliveries.map(({ code }) => code))
    const threeDays = await read(user)
    expect(codesOf(threeDays)).toEqual([['Z-1', 'Z-9', 'A-1'], [], []])
    expect(threeDays.cards).toMatchObject({ deliveriesToday: 1, delayedDeliveries: 2 })
    expect(codesOf(await read(user, '?days=7'))).toEqual([['Z-3'], ['Z-2'], ['Z-1', 'Z-9', 'A-1'], [], [], [], []])
    for (const other of ['2027-04-12', '2027-05-06'])
      expect(codesOf(await read(user, `?from=${other}&days=3`)), other).toEqual([[], [], []])
    at('2027-05-06T07:00:00Z')
    expect(codesOf(await read(user))[0]).toEqual(['A-1', 'Z-1', 'Z-9'])
  })

  it.each([
    ['?days=4', 'query.days'],
    ['?from=2027-02-29', 'query.from'],
    ['?from=2199-12-31&days=7', 'query.from'],
    ['?from=1999-12-31', 'query.from'],
  ])('are refused where there are none: %s', async (query, path) => {
    const { user } = await newPractice()
    const response = await (await as(user))(`/api/dashboard${query}`)
    expect(response.status).toBe(422)
    expect((await problemOf(response)).errors?.map(error => error.path)).toEqual([path])
  })
})

it('costs three round trips to the database: opening, all questions together, commit', async () => {
  const { user } = await newPractice()
  const call = await as(user)
  await call('/api/dashboard')
  expect(await roundTrips(() => call('/api/dashboard'))).toBe(3)
  // Checks the measurement itself: three lists in sequence need round trips each, even though reads do not wait for their
  // end.
  const lists = async () => {
    for (const tab of ['in_progress', 'history', 'all']) await call(`/api/orders?tab=${tab}`)
  }
  expect(await roundTrips(lists)).toBeGreaterThan(6)
})

/** Counts a round trip for the first query, and for each query after an answer. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  let trips = 0
  let isAnswered = true
  const ask = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args) {
    if (isAnswered) trips += 1
    isAnswered = false
    try {
      return await ask.apply(this, args)
    } finally {
      isAnswered = true
    }
  })
  await work()
  spy.mockRestore()
  return trips
}
