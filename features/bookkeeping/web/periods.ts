import { addDays, type Day } from '#kit/day.ts'
import { type Period, periodWithin } from '#kit/period.ts'
import type { BookkeepingSearch } from './search.ts'

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

/** The default: accountants ask for the previous month in the first days of the next. */
function monthBefore(day: Day): Period {
  const to = addDays(firstOfMonth(day), -1)
  return { from: firstOfMonth(to), to }
}

/** Without either day, the previous month. Given only `to`, it begins with that month; given only `from`, it ends today. */
export const periodOf = (said: BookkeepingSearch, today: Day): Period =>
  said.from || said.to ? periodWithin(said, { today, usual: monthUntil }) : monthBefore(today)

export const monthUntil = (today: Day): Period => ({ from: firstOfMonth(today), to: today })
export const yearUntil = (today: Day): Period => ({ from: `${today.slice(0, 4)}-01-01`, to: today })

export function yearBefore(today: Day): Period {
  const year = Number(today.slice(0, 4)) - 1
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}
