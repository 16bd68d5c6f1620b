import { halvesAway } from '#features/absences/rules.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { addDays, type Day, dayInZone, instantInZone, weekday } from '#kit/day.ts'
import { midday, shifts } from '#kit/shifts.ts'
import type { CutOff, CutOffs, LeftCase, Pickup, Ride, RideStatus, Shift } from './contract.ts'

/** How many days ahead a pickup can be planned, not counting today. */
export const farthestDays = 60

export type Closed = {
  day: Day
  because: 'weekend' | 'holiday' | 'absence' | 'no_round'
  name?: string | undefined
  /** Only this half of the day. */
  shift?: Shift | undefined
}

/** Everything that decides when a driver can come: screen and server use the same rules. */
export type PickupCalendar = {
  now: Date
  /** The laboratory's: its time and days apply. */
  timeZone: string
  cutOffs: CutOffs
  /** From today until the last day that can be requested. */
  closed: readonly Closed[]
  /** Weekdays on which nobody is at the practice: a pickup can be requested there, but none is proposed or assumed. */
  practiceClosed?: readonly number[]
}

export type WhyNot = 'ride_too_late' | 'ride_too_far' | 'laboratory_closed' | 'practice_absent' | 'no_round'

/** The cut-off for this day and shift; null when there is no round on that weekday. */
export function cutOffOn({ date, shift }: { date: Day; shift: Shift }, cutOffs: CutOffs): CutOff | null {
  const special = cutOffs.byWeekday?.find(round => round.shift === shift && round.weekday === weekday(date))
  return special ? special.cutOff : cutOffs[shift]
}

/** The instant from which a pickup can be neither requested nor cancelled any more. */
export function cutOffOf(
  slot: { date: Day; shift: Shift },
  { cutOffs, timeZone }: Pick<PickupCalendar, 'cutOffs' | 'timeZone'>,
): Date {
  // A pickup requested before its round was dropped uses the usual cut-off of its shift.
  const { days, time } = cutOffOn(slot, cutOffs) ?? cutOffs[slot.shift]
  return instantInZone(addDays(slot.date, -days), time, timeZone)
}

/** Why no driver can come then; null where one can. */
export function whyNotOn(date: Day, shift: Shift, calendar: PickupCalendar): WhyNot | null {
  if (date > addDays(dayInZone(calendar.now, calendar.timeZone), farthestDays)) return 'ride_too_far'
  if (calendar.now >= cutOffOf({ date, shift }, calendar)) return 'ride_too_late'
  const closed = closedAt({ date, shift }, calendar.closed)
  if (closed) return whyClosed[closed.because]
  return cutOffOn({ date, shift }, calendar.cutOffs) ? null : 'no_round'
}

export type Slot = { date: Day; shift: Shift }

type Planned = Pick<Ride, 'date' | 'shift' | 'status' | 'isClosed'>

/** Past whatever their day. */
export const over: readonly RideStatus[] = ['picked_up', 'nobody_there']

/** Requested already: one driver is enough. Where he found nobody he may be asked to come again. */
const isTaken = ({ date, shift }: Slot, rides: readonly Planned[]) =>
  rides.some(ride => ride.date === date && ride.shift === shift && (isOpen(ride) || ride.status === 'picked_up'))

export type Obstacle = WhyNot | 'ride_exists' | 'past'

/** Why this pickup cannot be requested, as far as known before sending. */
export function obstacleTo(slot: Slot, rides: readonly Planned[], calendar: PickupCalendar): Obstacle | null {
  if (slot.date < dayInZone(calendar.now, calendar.timeZone)) return 'past'
  // A closed day is reported as such, whatever the hour.
  const closed = closedAt(slot, calendar.closed)
  if (closed) return whyClosed[closed.because]
  return whyNotOn(slot.date, slot.shift, calendar) ?? (isTaken(slot, rides) ? 'ride_exists' : null)
}

export const isSooner = (one: Slot, other: Slot): boolean => `${one.date} ${one.shift}` < `${other.date} ${other.shift}`

export function firstPossible(rides: readonly Planned[], calendar: PickupCalendar): Slot | undefined {
  const today = dayInZone(calendar.now, calendar.timeZone)
  const days = Array.from({ length: farthestDays + 1 }, (_, ahead) => addDays(today, ahead))
  return days
    .filter(date => !calendar.practiceClosed?.includes(weekday(date)))
    .flatMap(date => shifts.map(shift => ({ date, shift })))
    .find(slot => obstacleTo(slot, rides, calendar) === null)
}

/**
 * The pickup that takes an impression ordered now: the next planned one, or else the first that can be requested. `without`
 * names a pickup that may be cancelled: neither it nor the same slot again.
 */
export function pickupOf(rides: readonly Planned[], calendar: PickupCalendar, without?: Slot): Pickup | null {
  const isLeftOut = (ride: Planned) => without?.date === ride.date && without.shift === ride.shift
  const next = rides.find(ride => isComing(ride, calendar) && !isLeftOut(ride))
  const slot = next ?? firstPossible(rides, calendar)
  return slot ? { date: slot.date, shift: slot.shift, isPlanned: next !== undefined } : null
}

type Clock = Pick<PickupCalendar, 'now' | 'timeZone'>

/** A pickup of today's elapsed half is past, whether or not anybody has marked it. */
export function isToCome({ date, shift }: Slot, { now, timeZone }: Clock): boolean {
  const today = dayInZone(now, timeZone)
  return date > today || (date === today && (shift === 'PM' || now < instantInZone(date, midday, timeZone)))
}

/** Whether a driver is expected: not on a day that the laboratory has closed since it was asked for. */
export const isComing = (ride: Planned, clock: Clock): boolean =>
  isOpen(ride) && !ride.isClosed && isToCome(ride, clock)

/** What a cancelled pickup was to take, before its replacement is known. */
type Left = Omit<LeftCase, 'isTooLate' | 'isDayLost'>

/** Cases that lose their pickup on day `from`: those that will be too late first, then by appointment. */
export function asLeft(
  orders: readonly Left[],
  { from, to, timeZone }: { from: Day; to: Day | undefined; timeZone: string },
): LeftCase[] {
  const placeOf = ({ isTooLate, isDayLost, appointmentDate, code }: LeftCase) =>
    `${isTooLate || isDayLost ? 0 : 1} ${appointmentDate ?? '9'} ${code}`
  // A piece that returns on the day of its patient, or an impression that leaves on its delivery day, has not been at the
  // laboratory.
  const isMissed = (day: Day | null) => day !== null && day > from && (to === undefined || day <= to)
  return orders
    .map(order => {
      const isTooLate = isMissed(order.appointmentDate && dayInZone(order.appointmentDate, timeZone))
      return { ...order, isTooLate, isDayLost: isMissed(order.deliveryDate) }
    })
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

export const closedAt = ({ date, shift }: { date: Day; shift: Shift }, closed: readonly Closed[]) =>
  closed.find(one => one.day === date && (one.shift ?? shift) === shift)

const whyClosed = {
  weekend: 'laboratory_closed',
  holiday: 'laboratory_closed',
  absence: 'practice_absent',
  no_round: 'no_round',
} as const satisfies Record<Closed['because'], WhyNot>

/** Days or half days without a round, each once: a closed laboratory takes precedence over an absent practice. */
export function closedDays(
  today: Day,
  {
    workingDays,
    holidays,
    absences = [],
    withoutRounds,
    halvesWithoutRounds = [],
  }: Pick<DeliveryCalendar, 'workingDays' | 'holidays' | 'absences' | 'withoutRounds' | 'halvesWithoutRounds'>,
): Closed[] {
  const away = absences.filter(({ deliveryPossible }) => !deliveryPossible)
  const days = Array.from({ length: farthestDays + 1 }, (_, ahead) => addDays(today, ahead))
  return days.flatMap((day): Closed[] => {
    const isClosed = () => !workingDays.includes(weekday(day)) || holidays.some(holiday => holiday.day === day)
    if (withoutRounds) {
      if (withoutRounds.includes(day) || isClosed()) return [{ day, because: 'no_round' }]
      const halves = halvesWithoutRounds.filter(half => half.day === day)
      return halves.length > 1 ? [{ day, because: 'no_round' }] : halves.map(half => ({ ...half, because: 'no_round' }))
    }
    const holiday = holidays.find(holiday => holiday.day === day)
    if (holiday) return [{ day, because: 'holiday', name: holiday.name }]
    if (!workingDays.includes(weekday(day))) return [{ day, because: 'weekend' }]
    const halves = halvesAway(away, day)
    return halves.length > 1
      ? [{ day, because: 'absence' }]
      : halves.map(shift => ({ day, because: 'absence' as const, shift }))
  })
}

/** Until the cut-off. */
export const canCancel = (
  ride: Pick<Ride, 'date' | 'shift' | 'status'>,
  calendar: Pick<PickupCalendar, 'now' | 'timeZone' | 'cutOffs'>,
): boolean => isOpen(ride) && calendar.now < cutOffOf(ride, calendar)

/** Requested or confirmed: neither done nor cancelled. */
export const isOpen = ({ status }: { status: RideStatus }): boolean => status === 'requested' || status === 'confirmed'

/** The statuses the laboratory may set; each change can be undone. */
const nextStatuses: Readonly<Record<RideStatus, readonly RideStatus[]>> = {
  requested: ['confirmed', 'picked_up', 'nobody_there', 'cancelled'],
  confirmed: ['picked_up', 'nobody_there', 'requested', 'cancelled'],
  picked_up: ['confirmed', 'requested'],
  nobody_there: ['picked_up', 'confirmed', 'requested'],
  cancelled: ['confirmed', 'requested'],
}

/** A pickup cancelled by the practice can only be requested again by the practice. */
export const nextStatusesOf = (ride: { status: RideStatus; isCancelledByPractice: boolean }): readonly RideStatus[] =>
  ride.isCancelledByPractice ? [] : nextStatuses[ride.status]
