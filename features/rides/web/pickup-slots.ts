import type { Reply } from '#kit/contract.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import type { Ride, rideCalls } from '../contract.ts'
import { type Closed, farthestDays, over, type PickupCalendar } from '../rules.ts'

export type Rides = Reply<typeof rideCalls.list>
/** The server applies the same rules; only its clock has moved on. */
export const calendarOf = ({ cutOffs, closed, practiceClosed }: Rides, timeZone: string): PickupCalendar => ({
  now: new Date(serverNow()),
  timeZone,
  cutOffs,
  closed,
  practiceClosed,
})

/** Like the first part of the server's list: cancelled pickups too, until their day is over. */
export const isListedFirst = ({ date, status }: Ride, today: Day) => date >= today && !over.includes(status)

/** Whole weeks: each weekday occurs at least that often. */
const weeksAhead = Math.floor((farthestDays + 1) / 7)

type Period = { from: Day; to: Day; because: Closed['because']; name: string | undefined }

/** A summary of the closed days: one day for each weekday that never has a round, and periods for the rest. */
export function withoutRounds(closed: readonly Closed[]): { weekly: Day[]; periods: Period[] } {
  // Without reasons, a weekday counts as weekly when it is closed in each of the weeks ahead.
  const isWeekly = ({ day, because }: Closed) =>
    because === 'weekend' ||
    (because === 'no_round' && closed.filter(other => weekday(other.day) === weekday(day)).length >= weeksAhead)
  const weekly = new Map(closed.filter(isWeekly).map(({ day }) => [weekday(day), day] as const))
  const periods: Period[] = []
  let current: Period | undefined
  let last: Day | undefined
  // Half days are reported in the form when they are chosen.
  for (const { day, because, name } of closed.filter(({ shift }) => !shift)) {
    // A closure across a weekend is one period; a day with a round in between ends it.
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
