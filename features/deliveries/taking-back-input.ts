import * as v from 'valibot'
import { RealDay, RealId, Words } from '#kit/input.ts'

const longestReason = 500
const mostAtOnce = 200

/** Cases that were said to be delivered, and were not. The practice reads why. */
export const TakenBack = v.strictObject({
  orderIds: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(mostAtOnce, 'too_many')),
  reason: Words(longestReason),
  /** When those come that were promised until today; the others keep their day. */
  deliveryDate: v.optional(RealDay),
})
