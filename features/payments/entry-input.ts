import * as v from 'valibot'
import { RealDay, RealId } from '#kit/input.ts'
import { mostCents, mostTogether } from './rules.ts'

/** Limit on the payer's words kept with a payment. */
export const longestWords = 100

export const ofEntry = {
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'invalid')),
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1, 'out_of_range'), v.maxValue(mostCents, 'out_of_range')),
  bookedOn: RealDay,
}

export const besideEntered = {
  /** Money entered around those days that the person has seen and says is other money. Unseen money is still asked about. */
  besides: v.optional(v.pipe(v.array(RealId), v.maxLength(mostTogether, 'too_many')), []),
  /** As the previous release's pages say it: other money than whatever is entered. */
  isAnother: v.optional(v.boolean(), false),
}

/** An entry nothing was awaited for: it pays whatever its practice owes, oldest first. */
export const Unexpected = v.strictObject({
  ...ofEntry,
  practiceId: RealId,
  /** The payer and the purpose, as the bank's file gives them. */
  words: v.pipe(v.string(), v.trim(), v.maxLength(longestWords, 'too_long')),
  ...besideEntered,
})
