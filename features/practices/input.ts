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

const Weekdays = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
  v.minLength(1, 'required'),
  v.check(days => new Set(days).size === days.length, 'repeated'),
  v.transform(days => days.toSorted()),
)

/** Somebody of a practice, with what is said of it, as a line of a file brings them. */
export const ImportedPerson = v.strictObject({
  ...NewPractice.entries,
  deliveryInstruction: Optional(1000),
  deliveryDays: v.optional(Weekdays),
  openingDays: v.optional(Weekdays),
})

/** What the laboratory corrects of a practice. `version`: as it was read; another one meanwhile is not overwritten. */
export const ChangedPractice = v.strictObject({
  name: Words(longestName),
  rppsSiretSiren: v.pipe(v.string(), v.trim(), v.maxLength(60, 'too_long')),
  address: v.pipe(v.string(), v.trim(), v.maxLength(longestAddress, 'too_long')),
  postalCode: v.pipe(v.string(), v.trim(), v.maxLength(20, 'too_long')),
  city: v.pipe(v.string(), v.trim(), v.maxLength(longestName, 'too_long')),
  phone: v.pipe(v.string(), v.trim(), v.maxLength(40, 'too_long')),
  deliveryInstruction: v.pipe(v.string(), v.trim(), v.maxLength(1000, 'too_long')),
  deliveryDays: Weekdays,
  openingDays: Weekdays,
  version: v.string(),
})
