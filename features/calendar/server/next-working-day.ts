import { horizonOf } from '#features/catalogue/rules.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { findWeek, listClosed } from './staff-sql.ts'

/** The laboratory's first working day after `today`: after a Friday usually Monday, and never a holiday. */
export async function nextWorkingDay(staff: Staff, today: Day): Promise<Day> {
  const [{ workingDays }, closed] = await Promise.all([findWeek(staff), listClosed(staff, today)])
  const holidays = new Set(closed.map(({ day }) => day))
  let day = addDays(today, 1)
  while (day <= horizonOf(today) && (holidays.has(day) || !workingDays.includes(weekday(day)))) day = addDays(day, 1)
  return day
}
