import { frenchHolidays, type Holiday } from '#features/calendar/french-holidays.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'

/** Of all that has arrived, and as far as a delivery can be promised: 18 months may end in the year after next. */
export function holidaysAround(today: Day): Holiday[] {
  const year = Number(today.slice(0, 4))
  return [year - 1, year, year + 1, year + 2].flatMap(frenchHolidays)
}

/** In the week that begins so many Mondays from today, from one weekday to another. */
export type AbsenceSeed = { week: number; from: number; to: number; isDeliveryPossible: boolean }

export function absenceRows(absences: readonly AbsenceSeed[], today: Day) {
  const monday = addDays(today, 1 - weekday(today))
  return absences.map(({ week, from, to, isDeliveryPossible }) => ({
    from_on: addDays(monday, week * 7 + from - 1),
    to_on: addDays(monday, week * 7 + to - 1),
    is_delivery_possible: isDeliveryPossible,
  }))
}
