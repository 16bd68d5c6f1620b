import * as v from 'valibot'
import { RealDay, Words } from '#kit/input.ts'
import { shifts } from '#kit/shifts.ts'

/** Characters allowed in the information about a pickup. */
export const longestInformation = 500

export const NewRide = v.strictObject({
  date: RealDay,
  shift: v.picklist(shifts),
  complementaryInformation: v.optional(Words(longestInformation)),
})
export type NewRide = v.InferOutput<typeof NewRide>
