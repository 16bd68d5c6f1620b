import * as v from 'valibot'
import { Language } from '#kit/contract.ts'
import { countries } from '#kit/countries.ts'
import { Words } from '#kit/input.ts'
import { MailAddress } from '#kit/mail.ts'

/** Characters; a request for an account has the same. */
export const longestName = 100
const longestAddress = 200

const Optional = (most: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(most, 'too_long')), '')

/** A practice and its manager, who signs in with the e-mail address. */
export const NewPractice = v.strictObject({
  name: Words(longestName),
  rppsSiretSiren: Optional(60),
  address: Optional(longestAddress),
  postalCode: Optional(20),
  city: Optional(longestName),
  country: v.optional(v.picklist(countries), 'FR'),
  phone: Optional(40),
  title: Optional(longestName),
  firstName: Words(longestName),
  lastName: Words(longestName),
  email: v.pipe(Words(254), MailAddress),
  language: v.optional(Language, 'fr'),
})

/** By which they will sign in, too. */
export const Address = v.pick(NewPractice, ['email'])
export const Access = v.strictObject({ isDisabled: v.boolean() })
