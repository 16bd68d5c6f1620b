import * as v from 'valibot'
import { shifts } from '#features/rides/input.ts'
import { RealDay } from '#kit/input.ts'

const period = {
  from: RealDay,
  /** The last day, included. */
  to: RealDay,
  /** With which half of the first day it begins. */
  fromShift: v.optional(v.picklist(shifts), 'AM'),
  /** With which half of the last day it ends, included. */
  toShift: v.optional(v.picklist(shifts), 'PM'),
  deliveryPossible: v.boolean(),
}
export const ChangedAbsence = v.strictObject(period)
export type ChangedAbsence = v.InferOutput<typeof ChangedAbsence>

export const paces = ['week', 'year'] as const
export const NewAbsence = v.strictObject({
  ...period,
  /** It comes back as often as this … */
  every: v.optional(v.picklist(paces)),
  /** … and begins for the last time on this day at the latest. */
  until: v.optional(RealDay),
})
export type NewAbsence = v.InferOutput<typeof NewAbsence>
