import { addDays, type Day, daysBetween } from './day.ts'

/** Both days included. */
export type Period = { from: Day; to: Day }

/** The longest period counted or exported at once: a leap year. */
export const mostDays = 366

/** The period of an address, which may lack either day or be too long: then its last year. */
export function periodWithin(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  { today, usual }: { today: Day; usual: (last: Day) => Period },
): Period {
  if (!from && !to) return usual(today)
  const last = to ?? (from && from > today ? from : today)
  const first = from && from <= last ? from : usual(last).from
  return { from: daysBetween(first, last) < mostDays ? first : addDays(last, 1 - mostDays), to: last }
}

export const isInOrder = ({ from, to }: Period) => from <= to
export const isShort = ({ from, to }: Period) => daysBetween(from, to) < mostDays
