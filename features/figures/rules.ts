import { addDays, type Day } from '#kit/day.ts'
import type { Period } from '#kit/period.ts'

/** Why a case came late, the first that fits. */
export const causes = ['transport', 'hold', 'moved', 'none'] as const
export type Cause = (typeof causes)[number]

/** What can be listed of the cases delivered in a period: each number leads to those it counts. */
export const listings = ['delivered', 'on_time', 'late', 'remade'] as const
export type Listing = (typeof listings)[number]

/** Hours within which a message was answered, each including the ones before. */
export const answerHours = [1, 4, 24, 72] as const

/** Days ahead of which the load is shown. */
export const daysAhead = 28

/** A period month by month, the first and the last as far as they belong to it. */
export function monthsOf({ from, to }: Period): Period[] {
  const next = addDays(`${from.slice(0, 7)}-28`, 4).slice(0, 7)
  const end = addDays(`${next}-01`, -1)
  return end >= to ? [{ from, to }] : [{ from, to: end }, ...monthsOf({ from: addDays(end, 1), to })]
}

/** Until today, both included. */
export const usualPeriod = (today: Day): Period => ({ from: addDays(today, -89), to: today })

/** Of a whole, in hundredths; null where there is nothing to take it of. */
export const shareOf = (count: number, of: number): number | null => (of === 0 ? null : count / of)
