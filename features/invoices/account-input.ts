import * as v from 'valibot'
import { RealDay } from '#kit/input.ts'

/** Both days are inclusive. `to` defaults to today, `from` to the first day of its year. */
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
  /** Reminders per piece; 0 turns them off. */
  most: days(0, 5),
  /** Days after the due date. */
  firstAfterDays: days(1, 90),
  /** Days between two reminders. */
  everyDays: days(7, 90),
})
export type ReminderSettings = v.InferOutput<typeof ReminderSettings>

/** `seen` holds the settings as they were read, so that a concurrent change is not overwritten. */
export const ChangedReminders = v.strictObject({ ...ReminderSettings.entries, seen: ReminderSettings })
export type ChangedReminders = v.InferOutput<typeof ChangedReminders>
