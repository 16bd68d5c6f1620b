import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { leastMonths, longestReason, mostMonths } from './rules.ts'

/** The signed-in user's password: an unattended screen must not suffice to export everything. */
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
