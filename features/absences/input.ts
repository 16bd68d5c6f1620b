import * as v from 'valibot'
import { Id } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { shifts } from '#kit/shifts.ts'

const period = {
  from: RealDay,
  /** The last day, inclusive. */
  to: RealDay,
  /** The half of the first day in which it begins. */
  fromShift: v.optional(v.picklist(shifts), 'AM'),
  /** The half of the last day in which it ends, inclusive. */
  toShift: v.optional(v.picklist(shifts), 'PM'),
  deliveryPossible: v.boolean(),
}
const Halves = v.strictObject(period)
export type Halves = v.InferOutput<typeof Halves>

/** The most future pickups that a practice can have. */
const mostKept = 250

/** Ids of the pickups in the absence for which somebody is there; all others are cancelled. When absent, none is. */
const keptRides = v.optional(v.pipe(v.array(Id), v.maxLength(mostKept)))

/** For a recurring absence: one of its dates, this one and those after it, or all future dates. */
export const scopes = ['one', 'following', 'all'] as const
export const Scope = v.picklist(scopes)
export type Scope = v.InferOutput<typeof Scope>

export const ChangedAbsence = v.strictObject({
  ...period,
  scope: v.optional(Scope),
  /** For more than one date: the last date begins on this day at the latest. */
  until: v.optional(RealDay),
  keptRides,
})
export type ChangedAbsence = v.InferOutput<typeof ChangedAbsence>

export const paces = ['week', 'year'] as const
export const NewAbsence = v.strictObject({
  ...period,
  /** The interval of a recurring absence. */
  every: v.optional(v.picklist(paces)),
  /** Its last date begins on this day at the latest. */
  until: v.optional(RealDay),
  keptRides,
})
export type NewAbsence = v.InferOutput<typeof NewAbsence>

/** A new or a changed absence, as sent for the preview. */
export const AbsenceDays = v.strictObject({ ...NewAbsence.entries, scope: v.optional(Scope) })
export type AbsenceDays = v.InferOutput<typeof AbsenceDays>
