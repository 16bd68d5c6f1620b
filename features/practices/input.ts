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

const ofManager = ['title', 'firstName', 'lastName', 'email', 'language'] as const
/** One that orders on paper and by telephone: nobody of it comes in. */
export const PracticeOnPaper = v.omit(NewPractice, ofManager)

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

const { title: _t, firstName: _f, lastName: _l, email: _e, language: _g, ...ofPracticeAlone } = ImportedPerson.entries
/** A line that says nobody with whom one writes: its practice alone. */
export const ImportedPractice = v.object(ofPracticeAlone)

/** Of a French one the two digits before its SIREN follow from it. */
function isVatNumber(number: string): boolean {
  const [, key, siren] = /^FR(\d\d)(\d{9})$/.exec(number) ?? []
  return siren === undefined || Number(`${siren}12`) % 97 === Number(key)
}

const VatNumber = v.pipe(
  v.string(),
  v.transform(said => said.replace(/[\s.]/g, '').toUpperCase()),
  v.regex(/^([A-Z]{2}[A-Z0-9]{2,13})?$/, 'vat_number_wrong'),
  v.check(isVatNumber, 'vat_number_wrong'),
)

const Short = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, 'too_long'))
type Delivered = { deliveryAddress: string; deliveryPostalCode: string; deliveryCity: string }
const isElsewhere = (said: Delivered) => `${said.deliveryAddress}${said.deliveryPostalCode}${said.deliveryCity}` !== ''

/** What the laboratory corrects of a practice. `version`: as it was read; another one meanwhile is not overwritten. */
export const ChangedPractice = v.pipe(
  v.strictObject({
    name: Words(longestName),
    rppsSiretSiren: Short(60),
    vatNumber: VatNumber,
    address: Short(longestAddress),
    postalCode: Short(20),
    city: Short(longestName),
    /** Left out, it stays: a page of before a deployment does not know it. */
    country: v.optional(v.picklist(countries)),
    phone: Short(40),
    /** Where work is brought, if not to the address; all of it or nothing. */
    deliveryAddress: Short(longestAddress),
    deliveryPostalCode: Short(20),
    deliveryCity: Short(longestName),
    deliveryInstruction: Short(1000),
    deliveryDays: Weekdays,
    openingDays: Weekdays,
    version: v.string(),
  }),
  v.forward(
    v.check(said => said.deliveryAddress !== '' || !isElsewhere(said), 'required'),
    ['deliveryAddress'],
  ),
  v.forward(
    v.check(said => said.deliveryPostalCode !== '' || !isElsewhere(said), 'required'),
    ['deliveryPostalCode'],
  ),
  v.forward(
    v.check(said => said.deliveryCity !== '' || !isElsewhere(said), 'required'),
    ['deliveryCity'],
  ),
)
