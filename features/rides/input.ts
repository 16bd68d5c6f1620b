import * as v from 'valibot'
import { RealDay, Words } from '#kit/input.ts'

export const shifts = ['AM', 'PM'] as const
/** Characters beside a pickup. */
export const longestInformation = 500

export const NewRide = v.strictObject({
  date: RealDay,
  shift: v.picklist(shifts),
  complementaryInformation: v.optional(Words(longestInformation)),
})
export type NewRide = v.InferOutput<typeof NewRide>
