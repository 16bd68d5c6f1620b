import type { Reply } from '#kit/contract.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import type { Ride, rideCalls } from '../contract.ts'
import { type Closed, farthestDays, type PickupCalendar } from '../rules.ts'

export type Rides = Reply<typeof rideCalls.list>
/** What decides here decides on the server too; only the clock goes on meanwhile. */
export const calendarOf = ({ cutOffs, closed }: Rides, timeZone: string): PickupCalendar => ({
  now: new Date(serverNow()),
  timeZone,
  cutOffs,
  closed,
})

/** What the server's list begins with: also what was called off, until its day is over. */
export const isToCome = ({ date, status }: Ride, today: Day) => date >= today && status !== 'picked_up'

/** Whole ones: each weekday comes at least so many times. */
const weeksAhead = Math.floor((farthestDays + 1) / 7)

type Period = { from: Day; to: Day; because: Closed['because']; name: string | undefined }

/** The closed days told shortly: one day of each weekday that never has a round, and the periods besides. */
export function withoutRounds(closed: readonly Closed[]): { weekly: Day[]; periods: Period[] } {
  // Where no reason is given, a weekday that is closed in each of the weeks ahead.
  const isWeekly = ({ day, because }: Closed) =>
    because === 'weekend' ||
    (because === 'no_round' && closed.filter(other => weekday(other.day) === weekday(day)).length >= weeksAhead)
  const weekly = new Map(closed.filter(isWeekly).map(({ day }) => [weekday(day), day] as const))
  const periods: Period[] = []
  let current: Period | undefined
  let last: Day | undefined
  // A half is told where it would be asked for.
  for (const { day, because, name } of closed.filter(({ shift }) => !shift)) {
    // What goes on over a weekend is one period; a day with a round in between ends it.
    if (last !== undefined && addDays(last, 1) !== day) current = undefined
    last = day
    if (weekly.has(weekday(day))) continue
    if (current?.because === because && current.name === name) current.to = day
    else {
      current = { from: day, to: day, because, name }
      periods.push(current)
    }
  }
  return { weekly: [...weekly].sort(([one], [other]) => one - other).map(([, day]) => day), periods }
}
