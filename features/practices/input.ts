import * as v from 'valibot'
import { Language } from '#kit/contract.ts'
import { countries } from '#kit/countries.ts'
import { Words } from '#kit/input.ts'
import { MailAddress } from '#kit/mail.ts'

/** In characters; account requests have the same limit. */
export const longestName = 100
const longestAddress = 200

const Optional = (most: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(most, 'too_long')), '')

/** A practice and its manager, whose e-mail address is the login. */
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
/** A practice that orders on paper and by telephone, without users. */
export const PracticeOnPaper = v.omit(NewPractice, ofManager)

/** Also their login. */
export const Address = v.pick(NewPractice, ['email'])
export const Access = v.strictObject({ isDisabled: v.boolean() })

const Weekdays = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
  v.minLength(1, 'required'),
  v.check(days => new Set(days).size === days.length, 'repeated'),
  v.transform(days => days.toSorted()),
)

/** A person with their practice's data, as in a line of an import file. */
export const ImportedPerson = v.strictObject({
  ...NewPractice.entries,
  deliveryInstruction: Optional(1000),
  deliveryDays: v.optional(Weekdays),
  openingDays: v.optional(Weekdays),
})

const { title: _t, firstName: _f, lastName: _l, email: _e, language: _g, ...ofPracticeAlone } = ImportedPerson.entries
/** A line without a contact person: only the practice. */
export const ImportedPractice = v.object(ofPracticeAlone)

/** For French numbers, the two check digits follow from the SIREN. */
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

/**
 * The laboratory's correction of a practice's data. `version` is the one read: if it has changed meanwhile, nothing is
 * overwritten.
 */
export const ChangedPractice = v.pipe(
  v.strictObject({
    name: Words(longestName),
    rppsSiretSiren: Short(60),
    vatNumber: VatNumber,
    address: Short(longestAddress),
    postalCode: Short(20),
    city: Short(longestName),
    /** Unchanged if omitted: pages from before a deployment do not know it. */
    country: v.optional(v.picklist(countries)),
    phone: Short(40),
    /** Where work is delivered, if not to the address; complete or empty. */
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
