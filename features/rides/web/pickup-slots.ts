import type { Reply } from '#kit/contract.ts'
import { addDays, type Day, dayInZone, weekday } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import type { Ride, rideCalls, Shift } from '../contract.ts'
import { type Closed, closedAt, farthestDays, type PickupCalendar, type WhyNot, whyClosed, whyNotOn } from '../rules.ts'

export type Rides = Reply<typeof rideCalls.list>
export type Slot = { date: Day; shift: Shift }

const shifts: readonly Shift[] = ['AM', 'PM']

/** What decides here decides on the server too; only the clock goes on meanwhile. */
export const calendarOf = ({ cutOffs, closed }: Rides, timeZone: string): PickupCalendar => ({
  now: new Date(serverNow()),
  timeZone,
  cutOffs,
  closed,
})

/** Asked for already: one driver is enough. */
const isTaken = ({ date, shift }: Slot, rides: readonly Ride[]) =>
  rides.some(ride => ride.date === date && ride.shift === shift && ride.status !== 'cancelled')

export type Obstacle = WhyNot | 'ride_exists' | 'past'

/** Why this pickup cannot be asked for, as far as the screen can know. */
export function obstacleTo(slot: Slot, rides: readonly Ride[], calendar: PickupCalendar): Obstacle | null {
  if (slot.date < dayInZone(calendar.now, calendar.timeZone)) return 'past'
  // A closed day stays closed whatever the hour.
  const closed = closedAt(slot, calendar.closed)
  if (closed) return whyClosed[closed.because]
  return whyNotOn(slot.date, slot.shift, calendar) ?? (isTaken(slot, rides) ? 'ride_exists' : null)
}

export function firstPossible(rides: readonly Ride[], calendar: PickupCalendar): Slot | undefined {
  const today = dayInZone(calendar.now, calendar.timeZone)
  const days = Array.from({ length: farthestDays + 1 }, (_, ahead) => addDays(today, ahead))
  return days
    .flatMap(date => shifts.map(shift => ({ date, shift })))
    .find(slot => obstacleTo(slot, rides, calendar) === null)
}

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
