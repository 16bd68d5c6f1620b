import * as v from 'valibot'
import { Id } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { shifts } from '#kit/shifts.ts'

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
const Halves = v.strictObject(period)
export type Halves = v.InferOutput<typeof Halves>

/** As many as a practice can have to come. */
const mostKept = 250

/**
 * Of the pickups that fall into it those for which somebody is there: all others are called off. Where nothing is said, none is.
 */
const keptRides = v.optional(v.pipe(v.array(Id), v.maxLength(mostKept)))

/** Of what comes back: one of its times, this one and those after it, or all that are not over. */
export const scopes = ['one', 'following', 'all'] as const
export const Scope = v.picklist(scopes)
export type Scope = v.InferOutput<typeof Scope>

export const ChangedAbsence = v.strictObject({
  ...period,
  scope: v.optional(Scope),
  /** Of more than one of its times: it begins for the last time on this day at the latest. */
  until: v.optional(RealDay),
  keptRides,
})
export type ChangedAbsence = v.InferOutput<typeof ChangedAbsence>

export const paces = ['week', 'year'] as const
export const NewAbsence = v.strictObject({
  ...period,
  /** It comes back as often as this … */
  every: v.optional(v.picklist(paces)),
  /** … and begins for the last time on this day at the latest. */
  until: v.optional(RealDay),
  keptRides,
})
export type NewAbsence = v.InferOutput<typeof NewAbsence>

/** Either of them, as it is looked at before. */
export const AbsenceDays = v.strictObject({ ...NewAbsence.entries, scope: v.optional(Scope) })
export type AbsenceDays = v.InferOutput<typeof AbsenceDays>
