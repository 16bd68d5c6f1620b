import { afterEach, expect, it, vi } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'

const { make, as } = startTestApp()
const at = (instant: number) => vi.useFakeTimers({ now: instant, toFake: ['Date'] })
afterEach(() => void vi.useRealTimers())

const everyDay = { working_days: [1, 2, 3, 4, 5, 6, 7], pickup_am_cutoff_days: 1, pickup_am_cutoff: '17:00' }

it.each([
  // Deadline for a morning: five in the afternoon of the day before, in the laboratory's time zone.
  ['the morning after summer time in Paris', 'Europe/Paris', '2027-03-28', '2027-03-27T16:00Z'],
  ['the Monday after summer time in Paris', 'Europe/Paris', '2027-03-29', '2027-03-28T15:00Z'],
  ['the Monday after winter time in Paris', 'Europe/Paris', '2027-11-01', '2027-10-31T16:00Z'],
  ['the day after a leap day', 'Europe/Paris', '2028-03-01', '2028-02-29T16:00Z'],
  ['the first of a month in Montreal', 'America/Montreal', '2027-02-01', '2027-01-31T22:00Z'],
  ['the morning after summer time in Montreal', 'America/Montreal', '2027-03-15', '2027-03-14T21:00Z'],
  ['New Year on La Réunion', 'Indian/Reunion', '2028-01-01', '2027-12-31T13:00Z'],
  ['a day that in UTC is not there yet, in Auckland', 'Pacific/Auckland', '2027-07-02', '2027-07-01T05:00Z'],
])(
  'a pickup for %s is asked for and cancelled until the cut-off of the laboratory, to the second',
  async (_, time_zone, day, until) => {
    const cutOff = Date.parse(until)
    const practice = await make.practice(await make.laboratory({ ...everyDay, time_zone }))
    const user = await make.user(practice)
    const schedule = async () => (await as(user))('/api/rides', { body: { date: day, shift: 'AM' } })
    const cancel = async (id: string) => (await as(user))(`/api/rides/${id}`, { method: 'DELETE' })

    at(cutOff - 1_000)
    const asked = await schedule()
    expect(asked.status).toBe(201)
    const { data } = await asked.json()
    expect(data.cancelBefore).toBe(new Date(cutOff).toISOString())
    expect((await cancel(data.id)).status).toBe(204)
    const again = (await (await schedule()).json()).data

    at(cutOff)
    expect((await problemOf(await cancel(again.id))).code).toBe('ride_too_late')
    const neighbour = await as(await make.user(await make.practice(practice.laboratory)))
    const tooLate = await neighbour('/api/rides', { body: { date: day, shift: 'AM' } })
    expect([tooLate.status, (await problemOf(tooLate)).code]).toEqual([422, 'ride_too_late'])
    const { data: listed, next } = await (await (await as(user))('/api/rides')).json()
    // Too late to cancel, and still to come.
    expect(next).toMatchObject({ id: again.id, date: day, cancelBefore: null })
    expect(listed).toHaveLength(2)
  },
)

it('the list turns its days at the laboratory’s midnight', async () => {
  const practice = await make.practice(await make.laboratory({ ...everyDay, time_zone: 'America/Montreal' }))
  const user = await make.user(practice)
  await make.ride(practice, '2027-11-07', 'PM')
  // The day has 25 hours, from 04:00 UTC to 05:00 UTC of the next day.
  for (const [now, next] of [
    ['2027-11-08T04:59:59Z', { date: '2027-11-07' }],
    ['2027-11-08T05:00:00Z', null],
  ] as const) {
    at(Date.parse(now))
    const listed = await (await (await as(user))('/api/rides')).json()
    if (next) expect(listed.next).toMatchObject(next)
    else expect(listed.next).toBeNull()
    expect(listed.data).toHaveLength(1)
  }
})
