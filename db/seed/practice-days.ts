import type { Holiday } from '#features/calendar/french-holidays.ts'
import { addDays, type Day, daysBetween, weekday } from '#kit/day.ts'
import type { absenceRows } from './calendar.ts'

type Fits = (day: Day) => boolean

/** What can happen at one practice on a day, by the calendars that the product promises by. */
export type PracticeDays = {
  /** The laboratory works and its drivers are on the road. */
  isWorkingDay: Fits
  /** Something can arrive at the practice. */
  isDeliveryDay: Fits
  /** The practice sees patients. */
  isOpenDay: Fits
}

type Given = {
  deliveryDays: readonly number[]
  openingDays: readonly number[]
  holidays: readonly Pick<Holiday, 'day'>[]
  absences: ReturnType<typeof absenceRows>
}

/** Laboratories work from Monday to Friday, as the table has it unless told otherwise. */
const workingDays = [1, 2, 3, 4, 5]

export function practiceDays({ deliveryDays, openingDays, holidays, absences }: Given): PracticeDays {
  const closed = new Set(holidays.map(({ day }) => day))
  const absenceOn = (day: Day) => absences.find(({ from_on, to_on }) => from_on <= day && day <= to_on)
  const isWorkingDay = (day: Day) => workingDays.includes(weekday(day)) && !closed.has(day)
  return {
    isWorkingDay,
    isDeliveryDay: day =>
      isWorkingDay(day) && deliveryDays.includes(weekday(day)) && absenceOn(day)?.is_delivery_possible !== false,
    isOpenDay: day => openingDays.includes(weekday(day)) && !closed.has(day) && !absenceOn(day),
  }
}

/** So many days that fit after this one, before it where negative; itself where none. */
export function daysFrom(day: Day, count: number, fits: Fits): Day {
  let reached = day
  for (let left = Math.abs(count); left > 0; left--) {
    do reached = addDays(reached, Math.sign(count))
    while (!fits(reached))
  }
  return reached
}

export const onOrAfter = (day: Day, fits: Fits): Day => (fits(day) ? day : daysFrom(day, 1, fits))
export const onOrBefore = (day: Day, fits: Fits): Day => (fits(day) ? day : daysFrom(day, -1, fits))

export const earlierOf = (one: Day, other: Day): Day => (daysBetween(one, other) > 0 ? one : other)
