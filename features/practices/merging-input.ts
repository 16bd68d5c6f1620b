import * as v from 'valibot'
import { RealId } from '#kit/input.ts'
import { longestName } from './input.ts'

/** `name`: of the practice that goes, typed by whoever has read what becomes of it. */
export const MergePractices = v.strictObject({
  goingId: RealId,
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(longestName, 'too_long')),
})
