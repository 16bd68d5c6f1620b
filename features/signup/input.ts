import * as v from 'valibot'
import { colleagueRoles } from '#features/colleagues/rules.ts'
import { countries } from '#kit/countries.ts'
import { RealId, Words } from '#kit/input.ts'
import { languages } from '#kit/language.ts'
import { MailAddress } from '#kit/mail.ts'

/** Maximum lengths; the database has the same limits. */
export const longest = {
  identifier: 60,
  choice: 100,
  name: 100,
  address: 200,
  postalCode: 20,
  phone: 40,
  hours: 200,
  comment: 2000,
} as const

/** Suggestions; anything else may be typed. Our own words are shown in the reader's language, names stay unchanged. */
export const choices = {
  title: ['M.', 'Mme', 'Dr', 'Drs'],
  gender: ['male', 'female', 'other'],
  emailLabel: ['doctor', 'assistant', 'reception', 'accounting', 'personnel', 'professional', 'direction'],
  discoverySource: [
    'colleague',
    'patient',
    'internet',
    'social',
    'google',
    'brand',
    'mail',
    'telephone',
    'L’Information Dentaire',
    'Le Fil Dentaire',
    'Dentoscope',
    'Clinic',
    'Réalités Cliniques',
    'Stratégie Prothétique',
    'Dental Tribune',
  ],
  cameraModel: [
    'Carestream',
    'Medit',
    'Trios',
    'Cerec-Sirona',
    'Itero',
    'Opera',
    'DS Core',
    'Owandy',
    'KaVo',
    'Planmeca',
    'Dexis',
    'Runyes',
  ],
} as const

export const isMailAddress = (text: string): boolean => v.is(MailAddress, text)

const Required = Words
/** Empty means absent. */
const Optional = (most: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(most, 'too_long')))

export const NewSignup = v.strictObject({
  rppsSiretSiren: Required(longest.identifier),
  title: Required(longest.choice),
  lastName: Required(longest.name),
  firstName: Required(longest.name),
  gender: Required(longest.choice),
  address: Required(longest.address),
  postalCode: Required(longest.postalCode),
  city: Required(longest.name),
  country: v.pipe(v.string(), v.minLength(1, 'required'), v.picklist(countries)),
  phone: Required(longest.phone),
  mobile: Optional(longest.phone),
  lunchBreakHours: Optional(longest.hours),
  weeklyClosure: Optional(longest.hours),
  email1Label: Required(longest.choice),
  email1: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'required'),
    v.maxLength(254, 'too_long'),
    v.check(text => text === '' || isMailAddress(text), 'mail_address_expected'),
  ),
  email2Label: Optional(longest.choice),
  email2: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(254, 'too_long'),
      v.check(text => text === '' || isMailAddress(text), 'mail_address_expected'),
    ),
  ),
  discoverySource: Optional(longest.choice),
  cameraModel: Optional(longest.choice),
  additionalComment: Optional(longest.comment),
  /** The language of the answer; the laboratory's default when absent. */
  language: v.optional(v.picklist(languages)),
})
export type NewSignup = v.InferOutput<typeof NewSignup>

/** The fields that enable the submit button. */
export const requiredFields = [
  'rppsSiretSiren',
  'title',
  'lastName',
  'firstName',
  'gender',
  'address',
  'postalCode',
  'city',
  'country',
  'phone',
  'email1Label',
  'email1',
] as const satisfies readonly (keyof NewSignup)[]

export const Approval = v.strictObject({ practiceName: Words(longest.name) })
/** As a colleague of an existing practice. */
export const Joining = v.strictObject({ practiceId: RealId, role: v.picklist(colleagueRoles) })
/** The user whose address the request names. */
export const KnownUser = v.strictObject({ userId: RealId })
export const Refusal = v.strictObject({
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(longest.comment, 'too_long'))),
  /** Without a mail, which would reach whatever address a bot or a prankster has typed. Nobody receives the reason then. */
  silently: v.optional(v.boolean()),
  /** Only with `silently`: also refuses all other waiting requests from the same network. */
  withNearby: v.optional(v.boolean()),
})
