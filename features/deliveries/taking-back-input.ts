import * as v from 'valibot'
import { RealDay, RealId, Words } from '#kit/input.ts'

const longestReason = 500
const mostAtOnce = 200

/** Cases wrongly marked as delivered. The practice reads the reason. */
export const TakenBack = v.strictObject({
  orderIds: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(mostAtOnce, 'too_many')),
  reason: Words(longestReason),
  /** The new day for cases promised until today; others keep their day. */
  deliveryDate: v.optional(RealDay),
})
