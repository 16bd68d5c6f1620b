import type { Reply } from '#kit/contract.ts'
import { addDays, type Day, dayInZone } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import type { Ride, rideCalls, Shift } from '../contract.ts'
import { farthestDays, isOpen, type PickupCalendar, type WhyNot, whyNotOn } from '../rules.ts'

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
  const closed = calendar.closed.find(({ day }) => day === slot.date)
  if (closed) return closed.because === 'absence' ? 'practice_absent' : 'laboratory_closed'
  return whyNotOn(slot.date, slot.shift, calendar) ?? (isTaken(slot, rides) ? 'ride_exists' : null)
}

export function firstPossible(rides: readonly Ride[], calendar: PickupCalendar): Slot | undefined {
  const today = dayInZone(calendar.now, calendar.timeZone)
  const days = Array.from({ length: farthestDays + 1 }, (_, ahead) => addDays(today, ahead))
  return days
    .flatMap(date => shifts.map(shift => ({ date, shift })))
    .find(slot => obstacleTo(slot, rides, calendar) === null)
}

/** Those that a driver still comes for, and the others. */
export const isToCome = (ride: Ride, today: Day) => isOpen(ride) && ride.date >= today
