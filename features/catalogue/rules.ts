import { addDays, type Day } from '#kit/day.ts'

/** How far ahead anything can be promised: 18 months, for which the calendars are known. */
export const horizonDays = 548
export const horizonOf = (today: Day): Day => addDays(today, horizonDays)
