import * as v from 'valibot'
import { endpoint } from '#kit/contract.ts'
import { Words } from '#kit/input.ts'

const longestReason = 500
const mostAtOnce = 200

/** Cases that were said to be delivered, and were not. The practice reads why. */
export const TakenBack = v.strictObject({
  orderIds: v.pipe(
    v.array(v.pipe(v.string(), v.uuid())),
    v.minLength(1, 'required'),
    v.maxLength(mostAtOnce, 'too_many'),
  ),
  reason: Words(longestReason),
})

const takingBack = {
  method: 'POST',
  summary: 'Says that cases were not delivered after all: within the day, all of them or none, and why',
  status: 204,
  body: TakenBack,
  refusals: { not_delivered: 409, received_by_practice: 409, billed_already: 409, day_is_over: 409 },
} as const

/** Whoever could have said that a case is delivered can say that it is not: at the door, and at the bench. */
export const takingBackCalls = {
  driver: endpoint({ ...takingBack, path: '/api/staff/deliveries/taken-back', needs: 'delivery' }),
  bench: endpoint({ ...takingBack, path: '/api/staff/orders/taken-back', needs: 'production' }),
}
