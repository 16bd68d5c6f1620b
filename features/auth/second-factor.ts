import * as v from 'valibot'
import { longestPassword } from './input.ts'

/** Removes the spaces and dashes with which people type codes. */
const together = (typed: string) => typed.replace(/[\s\-–]/g, '').toUpperCase()

/** Codes with letters never contain 0 or 1: they are misread O and I. */
const asLetters = (code: string) => (/[A-Z]/.test(code) ? code.replaceAll('0', 'O').replaceAll('1', 'I') : code)

const typed = v.pipe(v.string(), v.maxLength(100, 'code_expected'), v.transform(together), v.minLength(1, 'required'))

/** A code of the authenticator. */
const AuthenticatorCode = v.pipe(typed, v.regex(/^\d{6}$/, 'code_expected'))

/** A code of the authenticator, or a recovery code. */
const AnyCode = v.pipe(typed, v.transform(asLetters), v.regex(/^(?:\d{6}|[A-Z2-7]{15})$/, 'code_expected'))

/** 256 random bits as written by `makeChallenge`. */
const Challenge = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'not_a_challenge'))

export const SecondStep = v.strictObject({ challenge: Challenge, code: AnyCode })
export const TypedCode = v.strictObject({ code: AnyCode })

export const AuthenticatorProof = v.strictObject({ code: AuthenticatorCode })

export const OwnPassword = v.strictObject({
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(longestPassword, 'too_long')),
})
