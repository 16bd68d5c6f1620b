import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { longestPassword } from './input.ts'

export const PasskeyName = v.strictObject({ name: Words(60) })

/** Of whoever has not just signed in. */
export const PasswordAgain = v.strictObject({
  password: v.optional(v.pipe(v.string(), v.nonEmpty('required'), v.maxLength(longestPassword, 'too_long'))),
})
