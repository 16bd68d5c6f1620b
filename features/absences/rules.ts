import { type Day, daysBetween } from '#kit/day.ts'
import type { InputError } from '#kit/problem.ts'
import type { NewAbsence } from './input.ts'

/** More than a year is no absence any more. */
const mostDays = 366

/** Calendar days, first and last included: the same whatever the clocks do meanwhile. */
export const daysOf = ({ from, to }: { from: Day; to: Day }): number => daysBetween(from, to) + 1

export type AbsenceGap = InputError & { path: 'to'; code: 'before_from' | 'in_the_past' | 'too_long' }

/** What is wrong with the days of an absence; `today` is the laboratory's. One that has begun may still be declared. */
export function absenceGaps({ from, to }: Pick<NewAbsence, 'from' | 'to'>, today: Day): AbsenceGap[] {
  if (to < from) return [{ path: 'to', code: 'before_from' }]
  if (to < today) return [{ path: 'to', code: 'in_the_past' }]
  if (daysOf({ from, to }) > mostDays) return [{ path: 'to', code: 'too_long' }]
  return []
}
