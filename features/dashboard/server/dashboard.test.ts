import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CaseStatus } from '#features/cases/contract.ts'
import { deliveryOf, statusesOfTab } from '#features/cases/rules.ts'
import { addDays, dayInZone } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
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
const totalOf = async (user: TestUser, query: string) => {
  const response = await (await as(user))(`/api/orders${query}`)
  return ((await response.json()) as { page: { total: number } }).page.total
}
const at = (instant: string) => vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] })
afterEach(() => void vi.useRealTimers())

/** Of every status: without a day, and promised, first and now, for days around today. */
async function everyPromise(practice: TestPractice, today: string) {
  const days = [-3, -1, 0, 1, 4].map(days => addDays(today, days))
  const promises = [
    { delivery_on: null, first_delivery_on: null },
    ...days.flatMap(first_delivery_on => days.map(delivery_on => ({ delivery_on, first_delivery_on }))),
  ]
  const made = CaseStatus.options.flatMap(status =>
    promises.map(promise => ({
      status,
      ...promise,
      is_delivery_confirmed: promise.delivery_on !== null,
      ...(status === 'on_hold' ? { hold_reason: 'other' } : {}),
    })),
  )
  for (const values of made) await make.order(practice, values)
  return made.map(({ status, delivery_on, first_delivery_on, is_delivery_confirmed }) => ({
    status,
    deliveryOn: delivery_on,
    firstDeliveryOn: first_delivery_on,
    isDeliveryConfirmed: is_delivery_confirmed,
  }))
}

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
      outstandingInvoices: null,
    })
    for (const day of days) expect(day).toMatchObject({ deliveries: [], appointments: [], rides: [], absent: null })
  })

  it('shows a practice doctor no absence', async () => {
    const { practice, user } = await newPractice()
    const doctor = await make.user(practice, { is_practice_doctor: true })
    const today = dayInZone(new Date(), 'Europe/Paris')
    await make.absence(practice, addDays(today, -1), today, { is_delivery_possible: true })
    expect((await read(user)).days.map(({ absent }) => absent)).toEqual([
      { from: addDays(today, -1), to: today, deliveryPossible: true },
      null,
      null,
    ])
    expect((await read(doctor)).days.map(({ absent }) => absent)).toEqual([null, null, null])
  })
})

describe('the cards', () => {
  it('count what the list behind each of them shows, and call delayed what the rule calls so', async () => {
    const { practice, user } = await newPractice()
    const today = dayInZone(new Date(), 'Europe/Paris')
    const promises = await everyPromise(practice, today)
    const count = (fits: (one: (typeof promises)[number]) => boolean) => promises.filter(fits).length
    const { cards } = await read(user)
    const isOpen = ({ status }: { status: CaseStatus }) => statusesOfTab.in_progress.includes(status)
    expect(cards).toEqual({
      deliveriesToday: count(one => isOpen(one) && one.deliveryOn === today),
      impressionsReceived: count(({ status }) => status === 'in_preparation'),
      delayedDeliveries: count(one => deliveryOf(one, today)?.display === 'delayed'),
      outstandingInvoices: null,
    })
    expect(cards.delayedDeliveries).toBeGreaterThan(50)
    expect(await totalOf(user, `?deliveryDateFrom=${today}&deliveryDateTo=${today}`)).toBe(cards.deliveriesToday)
    expect(await totalOf(user, '?statuses=in_preparation')).toBe(cards.impressionsReceived)
    expect(await totalOf(user, '?delivery=delayed')).toBe(cards.delayedDeliveries)
    // In the list of all cases they are the same.
    expect(await totalOf(user, '?tab=all&delivery=delayed')).toBe(cards.delayedDeliveries)
    expect(await totalOf(user, '?tab=history&delivery=delayed')).toBe(0)
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
      delivery: { display: 'today' },
      appointmentDate: null,
    })
    expect(days[0]?.appointments.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(days[0]?.rides).toEqual([])
    expect(days[1]?.closed).toEqual({ name: 'Ascension' })
    expect(days[2]).toMatchObject({
      absent: { from: '2027-05-07', to: '2027-05-20', deliveryPossible: false },
      closed: null,
      rides: [{ shift: 'AM', status: 'requested', complementaryInformation: 'Sonnez' }, { shift: 'PM' }],
    })

    const week = await read(user, '?days=7')
    expect(week.days.map(({ date, closed }) => [date, closed?.name])).toEqual([
      ['2027-05-03', undefined],
      ['2027-05-04', undefined],
      ['2027-05-05', undefined],
      ['2027-05-06', 'Ascension'],
      ['2027-05-07', undefined],
      ['2027-05-08', null],
      ['2027-05-09', null],
    ])
  })

  it.each([
    ['a leap day', '2028-02-28T12:00:00Z', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['the end of a year', '2027-12-30T12:00:00Z', ['2027-12-30', '2027-12-31', '2028-01-01']],
    // Half past midnight in Paris, the evening before in London.
    ['the night before summer time', '2027-03-26T23:30:00Z', ['2027-03-27', '2027-03-28', '2027-03-29']],
    ['the longest night', '2027-10-30T22:30:00Z', ['2027-10-31', '2027-11-01', '2027-11-02']],
  ])('go over %s', async (_, now, dates) => {
    at(now)
    const { user } = await newPractice()
    expect((await read(user)).days.map(({ date }) => date)).toEqual(dates)
  })

  it('are the laboratory’s, wherever server and browser are', async () => {
    // Ten in the evening in Paris is the next morning in Auckland.
    at('2027-06-08T20:00:00Z')
    for (const [time_zone, today] of [
      ['Pacific/Auckland', '2027-06-09'],
      ['America/Guadeloupe', '2027-06-08'],
    ] as const) {
      const { practice, user } = await newPractice({ time_zone })
      const here = await make.order(practice, { appointment_at: '2027-06-08T20:30:00Z', delivery_on: today })
      const { cards, days } = await read(user)
      expect(days[0]?.date).toBe(today)
      expect(days[0]?.appointments.map(({ id }) => id)).toEqual([here.id])
      expect(cards.deliveriesToday).toBe(1)
    }
  })

  it('on which the clocks change hold the appointments of all their hours and no others', async () => {
    at('2027-10-29T10:00:00Z')
    const { practice, user } = await newPractice()
    for (const [code, instant] of [
      ['T-0', '2027-10-30T21:59:00Z'],
      ['T-1', '2027-10-30T22:00:00Z'],
      ['T-2', '2027-10-31T22:59:00Z'],
      ['T-3', '2027-10-31T23:00:00Z'],
    ])
      await make.order(practice, { code, appointment_at: instant })
    const { days } = await read(user, '?from=2027-10-31')
    expect(days.map(({ appointments }) => appointments.map(({ code }) => code))).toEqual([['T-1', 'T-2'], ['T-3'], []])
  })

  it.each([
    ['?days=4', 'query.days'],
    ['?from=2027-02-29', 'query.from'],
    ['?from=9999-12-31&days=7', 'query.from'],
    ['?from=0001-01-01', 'query.from'],
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
  // Three lists of cases are nine: the measure counts.
  const lists = async () => {
    for (const tab of ['in_progress', 'history', 'all']) await call(`/api/orders?tab=${tab}`)
  }
  expect(await roundTrips(lists)).toBe(9)
})

/** What is asked while nothing else is under way is a new way there and back. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  let underWay = 0
  let trips = 0
  const ask = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args) {
    if (underWay === 0) trips += 1
    underWay += 1
    try {
      return await ask.apply(this, args)
    } finally {
      underWay -= 1
    }
  })
  await work()
  spy.mockRestore()
  return trips
}
