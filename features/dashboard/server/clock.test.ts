import { afterEach, expect, it, vi } from 'vitest'
import { addDays, instantInZone } from '#kit/day.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import type { Dashboard } from '../contract.ts'
import { listBehind } from '../web/lists.ts'

const { make, as } = startTestApp()
const at = (instant: number) => vi.useFakeTimers({ now: instant, toFake: ['Date'] })
afterEach(() => void vi.useRealTimers())

const minute = 60_000

async function read(user: TestUser, path: string) {
  const response = await (await as(user))(path)
  expect(response.status).toBe(200)
  return response.json()
}

it.each([
  // Each with its first instant and that of the next day. In the future, because a clock behind the database's is refused.
  ['the longest day in Paris', 'Europe/Paris', '2027-10-30T22:00Z', '2027-10-31', '2027-10-31T23:00Z'],
  ['the shortest day in Paris', 'Europe/Paris', '2027-03-27T23:00Z', '2027-03-28', '2027-03-28T22:00Z'],
  ['a leap day', 'Europe/Paris', '2028-02-28T23:00Z', '2028-02-29', '2028-02-29T23:00Z'],
  ['the end of a month in Montreal', 'America/Montreal', '2027-01-31T05:00Z', '2027-01-31', '2027-02-01T05:00Z'],
  ['the longest day in Montreal', 'America/Montreal', '2027-11-07T04:00Z', '2027-11-07', '2027-11-08T05:00Z'],
  ['the shortest day in Montreal', 'America/Montreal', '2027-03-14T05:00Z', '2027-03-14', '2027-03-15T04:00Z'],
  ['the end of a year in La Réunion', 'Indian/Reunion', '2027-12-30T20:00Z', '2027-12-31', '2027-12-31T20:00Z'],
  ['the longest day in Auckland', 'Pacific/Auckland', '2027-04-03T11:00Z', '2027-04-04', '2027-04-04T12:00Z'],
  ['a day without its first hour, in Havana', 'America/Havana', '2027-03-14T05:00Z', '2027-03-14', '2027-03-15T04:00Z'],
])('the dashboard of %s is that of its own midnights', async (_, time_zone, begins, today, ends) => {
  const [first, next] = [Date.parse(begins), Date.parse(ends)]
  const practice = await make.practice(await make.laboratory({ time_zone }))
  const user = await make.user(practice)
  const appointments = { 'the minute before': first - minute, first, last: next - minute, 'the minute after': next }
  for (const [code, instant] of Object.entries(appointments))
    await make.order(practice, { code, appointment_at: new Date(instant).toISOString() })
  const last = addDays(today, 2)
  await make.order(practice, {
    code: 'last day',
    appointment_at: instantInZone(last, '23:59', time_zone).toISOString(),
  })
  await make.order(practice, { delivery_on: today, status: 'in_production' })
  await make.order(practice, { delivery_on: today, status: 'registered' })

  for (const now of [first, next - 1]) {
    at(now)
    const { cards, days, updatedAt }: Dashboard = (await read(user, '/api/dashboard')).data
    expect(updatedAt).toBe(new Date(now).toISOString())
    expect(days[0]?.date).toBe(today)
    expect(days[0]?.appointments.map(({ code }) => code)).toEqual(['first', 'last'])
    expect(days[1]?.appointments.map(({ code }) => code)).toEqual(['the minute after'])
    expect(days[2]?.appointments.map(({ code }) => code)).toEqual(['last day'])
    expect(days[0]?.deliveries.map(({ delivery }) => delivery?.display)).toEqual(['today', 'today'])
    expect(cards).toMatchObject({ deliveriesToday: 2, delayedDeliveries: 0 })
    const { deliveryDateFrom, deliveryDateTo } = listBehind(today).deliveriesToday
    const behind = `?deliveryDateFrom=${deliveryDateFrom}&deliveryDateTo=${deliveryDateTo}`
    expect((await read(user, `/api/orders${behind}`)).page.total).toBe(2)
  }

  for (const now of [first - 1, next]) {
    at(now)
    const { cards, days }: Dashboard = (await read(user, '/api/dashboard')).data
    expect(days[0]?.date).not.toBe(today)
    expect(cards.deliveriesToday).toBe(0)
    // A case that has not arrived on its day is late from the next day on.
    expect(cards.delayedDeliveries).toBe(now === next ? 2 : 0)
  }
})

it.each([
  ['a leap day', '2028-02-28T12:00Z', ['2028-02-28', '2028-02-29', '2028-03-01']],
  ['no leap day', '2027-02-28T12:00Z', ['2027-02-28', '2027-03-01', '2027-03-02']],
  ['the end of a year', '2027-12-30T12:00Z', ['2027-12-30', '2027-12-31', '2028-01-01']],
  ['the night before summer time', '2027-03-26T23:30Z', ['2027-03-27', '2027-03-28', '2027-03-29']],
  ['the longest night', '2027-10-30T22:30Z', ['2027-10-31', '2027-11-01', '2027-11-02']],
])('three days go over %s', async (_, now, dates) => {
  at(Date.parse(now))
  const user = await make.user(await make.practice(await make.laboratory()))
  const { days }: Dashboard = (await read(user, '/api/dashboard')).data
  expect(days.map(({ date }) => date)).toEqual(dates)
})
