import { afterEach, expect, it, vi } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const { make, as } = startTestApp()
const at = (instant: number) => vi.useFakeTimers({ now: instant, toFake: ['Date'] })
afterEach(() => void vi.useRealTimers())

it.each([
  ['a weekend of 47 hours in Paris', 'Europe/Paris', '2027-03-27', '2027-03-28', 2],
  ['a weekend of 49 hours in Paris', 'Europe/Paris', '2027-10-30', '2027-10-31', 2],
  ['a Sunday of 25 hours in Montreal', 'America/Montreal', '2027-11-07', '2027-11-07', 1],
  [
    'a summer in Montreal, from one change of the clocks to the other',
    'America/Montreal',
    '2027-03-13',
    '2027-11-08',
    241,
  ],
  ['the end of February in a leap year', 'Indian/Reunion', '2028-02-28', '2028-03-01', 3],
  ['the end of February in another', 'Indian/Reunion', '2027-02-28', '2027-03-01', 2],
  ['the turn of a year', 'Pacific/Auckland', '2027-12-31', '2028-01-01', 2],
  ['a whole leap year', 'Europe/Paris', '2028-01-01', '2028-12-31', 366],
])('an absence over %s has as many days as the calendar', async (_, time_zone, from, to, days) => {
  at(Date.parse('2027-01-02T12:00Z'))
  const practice = await make.practice(await make.laboratory({ time_zone }))
  const call = await as(await make.user(practice))
  const declared = await call('/api/absences', { body: { from, to, deliveryPossible: false } })
  expect(declared.status).toBe(201)
  expect((await declared.json()).data).toMatchObject({ from, to, days })
  expect((await (await call('/api/absences')).json()).data).toMatchObject([{ from, to, days }])
  // All of its days, and no others, are shown on the dashboard.
  for (const [first, absent] of [
    [addDays(from, -1), [false, true]],
    [to, [true, false]],
  ] as const) {
    const response = await call(`/api/dashboard?from=${first}`)
    const { data } = (await response.json()) as { data: { days: { absent: unknown }[] } }
    expect(data.days.slice(0, 2).map(day => day.absent !== undefined)).toEqual(absent)
  }
})

it.each([
  ['Europe/Paris', '2027-10-31', '2027-10-31T23:00Z'],
  ['Europe/Paris', '2027-03-28', '2027-03-28T22:00Z'],
  ['Europe/Paris', '2028-02-29', '2028-02-29T23:00Z'],
  ['America/Montreal', '2027-11-07', '2027-11-08T05:00Z'],
  ['Indian/Reunion', '2027-01-31', '2027-01-31T20:00Z'],
])(
  'in %s the %s can be declared and taken back until its midnight, and is over then',
  async (time_zone, day, midnight) => {
    const practice = await make.practice(await make.laboratory({ time_zone }))
    const user = await make.user(practice)
    const declare = async () =>
      (await as(user))('/api/absences', { body: { from: day, to: day, deliveryPossible: true } })
    const remove = async (id: string) => (await as(user))(`/api/absences/${id}`, { method: 'DELETE' })
    const upcoming = async () => (await (await (await as(user))('/api/absences')).json()).data

    at(Date.parse(midnight) - 1_000)
    const first = await declare()
    expect(first.status).toBe(201)
    expect((await remove((await first.json()).data.id)).status).toBe(204)
    const { id } = (await (await declare()).json()).data
    expect(await upcoming()).toHaveLength(1)

    at(Date.parse(midnight))
    expect(await upcoming()).toEqual([])
    expect((await remove(id)).status).toBe(404)
    const neighbour = await as(await make.user(await make.practice(practice.laboratory)))
    const tooLate = await neighbour('/api/absences', { body: { from: day, to: day, deliveryPossible: true } })
    expect((await problemOf(tooLate)).errors).toEqual([{ path: 'to', code: 'in_the_past' }])
  },
)
