import { addDays, type Day } from '#kit/day.ts'
import { type Period, periodWithin } from '#kit/period.ts'
import { dayOf } from '#kit/web/search-params.ts'

export type BookkeepingSearch = { from?: Day | undefined; to?: Day | undefined }

export const bookkeepingSearch = (said: Record<string, unknown>): BookkeepingSearch => ({
  from: dayOf(said.from),
  to: dayOf(said.to),
})

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

/** What an accountant asks for in the first days of a month. */
function monthBefore(day: Day): Period {
  const to = addDays(firstOfMonth(day), -1)
  return { from: firstOfMonth(to), to }
}

export const periodOf = (said: BookkeepingSearch, today: Day): Period =>
  periodWithin(said, { today, usual: monthBefore })

export const monthUntil = (today: Day): Period => ({ from: firstOfMonth(today), to: today })
export const yearUntil = (today: Day): Period => ({ from: `${today.slice(0, 4)}-01-01`, to: today })
