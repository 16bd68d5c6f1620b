import * as v from 'valibot'
import { RealDay, RealId } from '#kit/input.ts'
import { mostCents } from './rules.ts'

/** Of what a payer has written, as a payment keeps it. */
export const longestWords = 100

/** An entry of the bank's file, as it was read. */
export const ofEntry = {
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'invalid')),
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1, 'out_of_range'), v.maxValue(mostCents, 'out_of_range')),
  bookedOn: RealDay,
}

/** One for which nothing was awaited: it pays whatever its practice owes, the oldest first. */
export const Unexpected = v.strictObject({
  ...ofEntry,
  practiceId: RealId,
  /** Who paid and what for, as the bank's file says it. */
  words: v.pipe(v.string(), v.trim(), v.maxLength(longestWords, 'too_long')),
  /** One like it was entered by hand, and this is another. */
  isAnother: v.optional(v.boolean(), false),
})
