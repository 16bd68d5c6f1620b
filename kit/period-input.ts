import * as v from 'valibot'
import { daysBetween } from './day.ts'
import { RealDay } from './input.ts'
import { mostDays } from './period.ts'

type Days = { from: string; to: string }
export const isInOrder = ({ from, to }: Days) => from <= to
export const isShort = ({ from, to }: Days) => daysBetween(from, to) < mostDays

/** Days from and to, both included, a year at most. */
export const PeriodQuery = v.pipe(
  v.strictObject({ from: RealDay, to: RealDay }),
  v.forward(
    v.check(days => isInOrder(days), 'period_wrong'),
    ['to'],
  ),
  v.forward(
    v.check(days => isShort(days), 'period_too_long'),
    ['to'],
  ),
)
