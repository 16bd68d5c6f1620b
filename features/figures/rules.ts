import { addDays, type Day } from '#kit/day.ts'
import type { Period } from '#kit/period.ts'

/** Why a case came late; the first that applies. */
export const causes = ['transport', 'hold', 'moved', 'none'] as const
export type Cause = (typeof causes)[number]

/** Lists behind the numbers, for the cases delivered in a period. */
export const listings = ['delivered', 'on_time', 'late', 'remade'] as const
export type Listing = (typeof listings)[number]

/** Hours within which a message was answered; each includes the ones before. */
export const answerHours = [1, 4, 24, 72] as const

/** Number of coming days for which the load is shown. */
export const daysAhead = 28

/** Splits a period into months; the first and last may be partial. */
export function monthsOf({ from, to }: Period): Period[] {
  const next = addDays(`${from.slice(0, 7)}-28`, 4).slice(0, 7)
  const end = addDays(`${next}-01`, -1)
  return end >= to ? [{ from, to }] : [{ from, to: end }, ...monthsOf({ from: addDays(end, 1), to })]
}

/** Ninety days until today, both days inclusive. */
export const usualPeriod = (today: Day): Period => ({ from: addDays(today, -89), to: today })

/** A fraction from 0 to 1; null when the whole is zero. */
export const shareOf = (count: number, of: number): number | null => (of === 0 ? null : count / of)
