import type { Shift } from '#features/rides/contract.ts'
import { addDays, type Day, dayInZone, daysBetween, isDay, weekday } from '#kit/day.ts'
import type { InputError } from '#kit/problem.ts'
import { shifts } from '#kit/shifts.ts'
import type { MovedOrder } from './contract.ts'
import type { ChangedAbsence, NewAbsence } from './input.ts'

/** More than a year is not an absence any more. */
const mostDays = 366

/** How long an absence may recur. */
const mostYears = { week: 2, year: 10 } as const

/** Whole days where no half is given. */
export type Period = { from: Day; to: Day; fromShift?: Shift | undefined; toShift?: Shift | undefined }

const firstHalf = ({ from, fromShift = 'AM' }: Period) => `${from} ${fromShift}`
const lastHalf = ({ to, toShift = 'PM' }: Period) => `${to} ${toShift}`

/** Calendar days, first and last included, in steps of half a day; unaffected by clock changes. */
export const daysOf = (period: Period): number =>
  daysBetween(period.from, period.to) + 1 - (period.fromShift === 'PM' ? 0.5 : 0) - (period.toShift === 'AM' ? 0.5 : 0)

/** Compares half days. */
export const isOverlapping = (one: Period, other: Period): boolean =>
  firstHalf(one) <= lastHalf(other) && firstHalf(other) <= lastHalf(one)

/** The halves of this day covered by one of these absences. */
export function halvesAway(absences: readonly Period[], day: Day): Shift[] {
  const ofDay = absences.filter(({ from, to }) => from <= day && day <= to)
  return shifts.filter(shift =>
    ofDay.some(absence => firstHalf(absence) <= `${day} ${shift}` && `${day} ${shift}` <= lastHalf(absence)),
  )
}

/** An index of absences by day: a weekly one has hundreds of dates, looked up for hundreds of days. */
export function byDay<Absence extends Period>(absences: readonly Absence[]): (day: Day) => readonly Absence[] {
  const found = new Map<Day, Absence[]>()
  for (const absence of absences)
    for (let day = absence.from; day <= absence.to; day = addDays(day, 1))
      found.set(day, [...(found.get(day) ?? []), absence])
  return day => found.get(day) ?? []
}

/** A weekday on which the laboratory has a single round, and its half of the day. */
export type OneRound = { weekday: number; shift: Shift }

/** Nobody takes deliveries: all day, or in the half of the day with the only round. */
export function nobodyTakesIn(
  absences: readonly (Period & { deliveryPossible: boolean })[],
  day: Day,
  oneRounds: readonly OneRound[] = [],
): boolean {
  const halves = halvesAway(
    absences.filter(({ deliveryPossible }) => !deliveryPossible),
    day,
  )
  if (halves.length !== 1) return halves.length > 1
  return oneRounds.some(round => round.weekday === weekday(day) && round.shift === halves[0])
}

export const yearsLater = (day: Day, years: number): Day => {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  // 29 February becomes the 28th.
  return isDay(later) ? later : `${later.slice(0, 8)}28`
}

/** All dates of an absence, the first one first, each with the same length. */
export function timesOf({ from, to, every, until }: Pick<NewAbsence, 'from' | 'to' | 'every' | 'until'>) {
  if (!every || !until) return [{ from, to }]
  const lasts = daysBetween(from, to)
  const last = until < lastUntil(from, every) ? until : lastUntil(from, every)
  const times: { from: Day; to: Day }[] = []
  for (let index = 0; ; index++) {
    const day = every === 'week' ? addDays(from, index * 7) : yearsLater(from, index)
    if (day > last) return times
    times.push({ from: day, to: addDays(day, lasts) })
  }
}

type Pace = NonNullable<NewAbsence['every']>

/**
 * The new dates of a changed recurring absence: each stays in its week or year, on the day to which the edited one has
 * moved. Dates left out or deleted stay so, and the recurrence continues beyond its former last date.
 */
export function changedTimes(
  edited: Period & { every: Pace },
  times: readonly Period[],
  { from, to, until }: { from: Day; to: Day; until: Day },
): { from: Day; to: Day }[] {
  const { every } = edited
  const dayAt = (place: number) => (every === 'week' ? addDays(from, place * 7) : yearsLater(from, place))
  const places = placesOf(
    times.map(time => daysBetween(edited.from, time.from) / (every === 'week' ? 7 : 365.25)),
    place => dayAt(place) <= until,
  )
  const lasts = daysBetween(from, to)
  const last = Math.max(...places)
  const changed: { from: Day; to: Day }[] = []
  for (let place = Math.min(...places); dayAt(place) <= until; place++) {
    const day = dayAt(place)
    if (places.has(place) || place > last) changed.push({ from: day, to: addDays(day, lasts) })
  }
  return changed
}

/**
 * The nearest week or year of each date. One that was moved alone may stand in that of another, which has moved less: it takes
 * the nearest free one, so that none is lost.
 */
function placesOf(distances: readonly number[], isWithin: (place: number) => boolean): Set<number> {
  const offBy = (distance: number) => Math.abs(distance - Math.round(distance))
  const places = new Set<number>()
  for (const distance of distances.toSorted((one, other) => offBy(one) - offBy(other))) {
    const wanted = Math.round(distance)
    const others = Array.from({ length: distances.length }, (_, by) => [wanted - by - 1, wanted + by + 1])
      .flat()
      .filter(isWithin)
      .toSorted((one, other) => Math.abs(distance - one) - Math.abs(distance - other))
    const place = [wanted, ...others].find(one => !places.has(one))
    if (place !== undefined) places.add(place)
  }
  return places
}

/** The latest `until` for a recurrence that begins on this day. */
export const lastUntil = (from: Day, every: keyof typeof mostYears): Day => yearsLater(from, mostYears[every])

export type AbsenceGap = InputError &
  (
    | { path: 'to'; code: 'before_from' | 'in_the_past' | 'too_long' | 'overlaps_itself' }
    | { path: 'toShift'; code: 'before_from' }
    | { path: 'scope'; code: 'not_allowed' }
    | { path: 'until'; code: 'required' | 'not_asked' | 'comes_once' | 'too_far' }
  )

/** Input errors of an absence; `today` is the laboratory's. One that has begun may still be declared. */
export function absenceGaps(absence: Period & Pick<NewAbsence, 'every' | 'until'>, today: Day): AbsenceGap[] {
  const { from, to, every, until } = absence
  if (to < from) return [{ path: 'to', code: 'before_from' }]
  if (lastHalf(absence) < firstHalf(absence)) return [{ path: 'toShift', code: 'before_from' }]
  if (to < today) return [{ path: 'to', code: 'in_the_past' }]
  if (daysBetween(from, to) >= mostDays) return [{ path: 'to', code: 'too_long' }]
  if (!every) return until === undefined ? [] : [{ path: 'until', code: 'not_asked' }]
  if (until === undefined) return [{ path: 'until', code: 'required' }]
  if (until > lastUntil(from, every)) return [{ path: 'until', code: 'too_far' }]
  const [, second] = timesOf(absence)
  if (!second) return [{ path: 'until', code: 'comes_once' }]
  return lastHalf(absence) < firstHalf({ ...absence, ...second }) ? [] : [{ path: 'to', code: 'overlaps_itself' }]
}

/** Input errors of a change; `every` is the interval of the absence being changed. */
export function changeGaps(
  { scope = 'one', until, ...days }: ChangedAbsence,
  every: Pace | null,
  today: Day,
): AbsenceGap[] {
  if (scope === 'one') return absenceGaps({ ...days, until }, today)
  if (!every) return [{ path: 'scope', code: 'not_allowed' }]
  const gaps = absenceGaps({ ...days, every, until }, today)
  // A recurrence may be reduced to a single date.
  return until !== undefined && until >= days.from ? gaps.filter(({ code }) => code !== 'comes_once') : gaps
}

export type OrderMove = Pick<MovedOrder, 'id' | 'code' | 'from' | 'to'>

/** Combines the moves of each case into one, from its first to its last day; none if these are equal. */
export function inOne(moves: readonly OrderMove[]): OrderMove[] {
  const all = new Map<string, OrderMove>()
  for (const move of moves) all.set(move.id, { ...move, from: all.get(move.id)?.from ?? move.from })
  return [...all.values()].filter(({ from, to }) => from !== to)
}

type Patient = Pick<MovedOrder, 'id' | 'patient' | 'patientCode' | 'appointmentDate'>

const rankOf = ({ isTooLate, wasTooLate }: Pick<MovedOrder, 'isTooLate' | 'wasTooLate'>) =>
  !isTooLate ? 2 : wasTooLate ? 1 : 0

/** For display: cases that now come after their patient first, then those that did already, then by day. */
export function asTold<Move extends OrderMove>(
  moves: readonly Move[],
  patients: readonly Patient[],
  timeZone: string,
): (MovedOrder & Move)[] {
  const known = new Map(patients.map(patient => [patient.id, patient]))
  return moves
    .flatMap(move => {
      const patient = known.get(move.id)
      if (!patient) return []
      const { appointmentDate } = patient
      const patientOn = appointmentDate && dayInZone(appointmentDate, timeZone)
      const isAfter = (day: Day) => patientOn !== null && patientOn < day
      return [{ ...patient, ...move, isTooLate: isAfter(move.to), wasTooLate: isAfter(move.from) }]
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (`${a.to} ${a.code}` < `${b.to} ${b.code}` ? -1 : 1))
}
