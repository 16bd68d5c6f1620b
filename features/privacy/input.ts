import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { leastMonths, longestReason, mostMonths } from './rules.ts'

/** Of whoever is signed in: an open screen is not enough to carry everything away. */
export const OwnPassword = v.strictObject({
  currentPassword: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(1024)),
})

export const ErasureRefusal = v.strictObject({ reason: Words(longestReason) })

export const PatientNames = v.strictObject({
  months: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(leastMonths, 'out_of_range'),
    v.maxValue(mostMonths, 'out_of_range'),
  ),
})
