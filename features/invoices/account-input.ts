import * as v from 'valibot'
import { RealDay } from '#kit/input.ts'

/** Both days included; until today where no end is said, and from the first day of its year where no beginning is. */
export const StatementQuery = v.strictObject({ from: v.optional(RealDay), to: v.optional(RealDay) })
export type StatementQuery = v.InferOutput<typeof StatementQuery>

const days = (least: number, most: number) =>
  v.pipe(
    v.number('integer_expected'),
    v.integer('integer_expected'),
    v.minValue(least, 'too_small'),
    v.maxValue(most, 'too_large'),
  )

export const ReminderSettings = v.strictObject({
  /** Of each piece so many; none where it is 0. */
  most: days(0, 5),
  /** Days after it was due. */
  firstAfterDays: days(1, 90),
  /** Days from one to the next. */
  everyDays: days(7, 90),
})
export type ReminderSettings = v.InferOutput<typeof ReminderSettings>

/** `seen`: as they were read; others meanwhile are not overwritten. */
export const ChangedReminders = v.strictObject({ ...ReminderSettings.entries, seen: ReminderSettings })
export type ChangedReminders = v.InferOutput<typeof ChangedReminders>
