import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { longestPassword } from './input.ts'

const longestPasskeyName = 60

export const PasskeyName = v.strictObject({ name: Words(longestPasskeyName) })

/** Required unless the user has just signed in. */
export const PasswordAgain = v.strictObject({
  password: v.optional(v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(longestPassword, 'too_long'))),
})
