import * as v from 'valibot'
import { longestPassword } from './input.ts'

/** The specification's minimum length, in characters as users see them (graphemes), in any alphabet. */
const shortestPassword = 12

const isLongEnough = (password: string) => [...password.normalize('NFC')].length >= shortestPassword
const hasLetter = (password: string) => /\p{L}/u.test(password)
const hasNumber = (password: string) => /\p{N}/u.test(password)
/** Anything but a letter or digit: a sign, a space, an emoji. */
const hasSpecial = (password: string) => /[^\p{L}\p{M}\p{N}]/u.test(password)

/** Reports one error at a time. */
const NewPassword = v.config(
  v.pipe(
    v.string(),
    v.minLength(1, 'required'),
    v.maxLength(longestPassword, 'too_long'),
    v.check(isLongEnough, 'too_short'),
    v.check(hasLetter, 'letter_missing'),
    v.check(hasNumber, 'number_missing'),
    v.check(hasSpecial, 'special_missing'),
  ),
  { abortPipeEarly: true },
)

export const PasswordChange = v.strictObject({
  currentPassword: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(longestPassword, 'too_long')),
  newPassword: NewPassword,
})

/** Asked for by the screen only: typed twice, sent once. */
const confirmation = v.pipe(v.string(), v.minLength(1, 'required'))

export const TypedPasswordChange = v.pipe(
  v.strictObject({ ...PasswordChange.entries, confirmation }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmation']],
      typed => typed.newPassword === typed.confirmation,
      'not_identical',
    ),
    ['confirmation'],
  ),
)

/** 256 random bits as written by `makeLink`. */
const Token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'not_a_link'))
export const ShownLink = v.strictObject({ token: Token })
export const ChosenPassword = v.strictObject({ token: Token, password: NewPassword })

export const TypedPassword = v.pipe(
  v.strictObject({ password: NewPassword, confirmation }),
  v.forward(
    v.partialCheck([['password'], ['confirmation']], typed => typed.password === typed.confirmation, 'not_identical'),
    ['confirmation'],
  ),
)

/** Shorter words occur in too many passwords by chance. */
const shortestWord = 4

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** An address without its top-level domain, which thousands share. */
const withoutEnding = (text: string) => (text.includes('@') ? text.slice(0, text.lastIndexOf('.')) : text)

/** Whether it contains a word that acquaintances would try: of the person's name, login, address or laboratory. */
export function isPersonal(password: string, known: readonly string[]): boolean {
  const typed = plain(password)
  return known
    .flatMap(text => plain(withoutEnding(text)).split(/[^\p{L}\p{N}]+/u))
    .some(word => word.length >= shortestWord && typed.includes(word))
}
