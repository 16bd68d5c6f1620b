import * as v from 'valibot'
import { daysBetween } from '#kit/day.ts'
import { RealDay, RealId, Words } from '#kit/input.ts'
import { releasePoints } from './rules.ts'

const Lots = v.pipe(v.array(RealId), v.maxLength(20, 'too_many'))

export const Bench = v.strictObject({
  products: v.pipe(
    v.array(
      v.strictObject({
        caseSequence: v.pipe(v.number(), v.integer(), v.minValue(1, 'out_of_range'), v.maxValue(999, 'out_of_range')),
        lotIds: Lots,
        /** The lots shown when the user chose: if they differ from the stored ones, nothing is replaced. */
        seenLotIds: v.optional(Lots),
      }),
    ),
    v.minLength(1, 'required'),
    v.maxLength(50, 'too_many'),
  ),
})

export const NewReleaseCheck = v.strictObject({
  points: v.pipe(v.array(v.picklist(releasePoints)), v.minLength(1, 'required'), v.maxLength(6, 'too_many')),
  note: v.optional(Words(1000)),
  /** The latest change of the work that the user had been shown. */
  seenChangedAt: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(40, 'too_long'), v.isoTimestamp('not_an_instant'))),
  ),
})

/** The longest period of one request. */
const mostDays = 732

export const Period = v.pipe(
  v.strictObject({ from: RealDay, to: RealDay }),
  v.forward(
    v.check(({ from, to }) => from <= to, 'period_wrong'),
    ['to'],
  ),
  v.forward(
    v.check(({ from, to }) => daysBetween(from, to) <= mostDays, 'period_too_long'),
    ['to'],
  ),
)

export const NewStatement = v.strictObject({
  /** Requirements of Annex I that are not fully met, and why. */
  unmetRequirements: v.optional(Words(2000)),
  /** Medicinal substances, human or animal tissues. */
  substances: v.optional(Words(500)),
})
