import * as v from 'valibot'
import { RealId } from '#kit/input.ts'
import { longestName } from './input.ts'

/** `name`: of the practice that disappears, typed as a confirmation. */
export const MergePractices = v.strictObject({
  goingId: RealId,
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(longestName, 'too_long')),
})
