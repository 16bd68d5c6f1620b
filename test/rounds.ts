import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, vi } from 'vitest'
import type { RunSheet } from '#features/deliveries/contract.ts'
import { problemOf, startTestApp } from './harness.ts'
import type { TestLaboratory, TestPractice } from './make.ts'

/** Monday 7 June 2027, half past nine in Paris. */
export const today = '2027-06-07'
/** By the clock of the database, which no test turns. */
export const tenMinutesAgo = new Date(performance.timeOrigin + performance.now() - 600_000).toISOString()

/** What a driver notes at a door, as their phone tells it. */
export const noted = <More extends { day: string }>({ id: practiceId }: { id: string }, values: More) => ({
  id: randomUUID(),
  practiceId,
  outcome: 'handed_over',
  orderIds: [] as readonly string[],
  rideIds: [] as readonly string[],
  at: tenMinutesAgo,
  ...values,
})

/** A driver's round of that Monday, in a running product. */
export function startRounds() {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(`${today}T07:30:00Z`), toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const testApp = startTestApp({ connections: 25 })
  const { make, as } = testApp
  type Call = Awaited<ReturnType<typeof as>>

  async function place() {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory, { name: 'Cabinet Lilas', phone: '01 02 03 04 05' })
    const driver = await make.user(laboratory, { role: 'driver', title: '', first_name: 'Paul', last_name: 'Durand' })
    return { laboratory, practice, driver, call: await as(driver) }
  }
  const toBring = (practice: TestPractice, values: Record<string, unknown> = {}) =>
    make.order(practice, { status: 'shipped', delivery_on: today, ...values })
  const told = <More extends object>(practice: TestPractice, values: More) => noted(practice, { day: today, ...values })
  const handOver = (call: Call, body: object) => call('/api/staff/hand-overs', { body })
  const sheetOf = async (call: Call, day = ''): Promise<RunSheet> =>
    (await (await call(`/api/staff/deliveries${day && `?day=${day}`}`)).json()).data
  const rowsOf = async ({ id }: TestLaboratory, text: string) =>
    (await make.within(id, client => client.query(text))).rows
  const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]

  return { ...testApp, place, toBring, told, handOver, sheetOf, rowsOf, refusalOf }
}
