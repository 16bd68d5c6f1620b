import { type Day, daysBetween } from '#kit/day.ts'

/** A year and a day, so that 1 January to 1 January is allowed. */
const mostDays = 366

export const isPeriod = ({ from, to }: { from: Day; to: Day }) => from <= to && daysBetween(from, to) <= mostDays
