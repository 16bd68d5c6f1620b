import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { MailAddress } from '#kit/mail.ts'

const longestInstruction = 1000
const mostAddresses = 10

const digitsIn = (text: string) => [...text].filter(letter => letter >= '0' && letter <= '9').length

/** As people write it; numbers that cannot be dialled are refused. */
const Phone = v.pipe(
  Words(40),
  v.check(text => digitsIn(text) >= 6, 'phone_expected'),
)

/** Lower-cased, as compared at the sign-in. */
const Login = v.pipe(
  Words(100),
  v.regex(/^[\w.@+-]+$/, 'login_expected'),
  v.transform(login => login.toLowerCase()),
)

export const areDistinct = (addresses: string[]) =>
  new Set(addresses.map(address => address.toLowerCase())).size === addresses.length

const Addresses = v.pipe(
  v.array(MailAddress),
  v.minLength(1, 'required'),
  v.maxLength(mostAddresses, 'too_many'),
  v.check(areDistinct, 'repeated'),
)

/** 1 for Monday. */
const Weekdays = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
  v.minLength(1, 'required'),
  v.check(days => new Set(days).size === days.length, 'repeated'),
  v.transform(days => days.toSorted()),
)

/** Null in a merge patch clears the field. */
const clearable = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema))

/** Merge patches (RFC 7396) of the three parts of an account. Fields in none of them cannot be requested. */
export const PersonalPatch = v.strictObject({
  title: clearable(Words(40)),
  firstName: v.optional(Words(100)),
  lastName: v.optional(Words(100)),
  login: v.optional(Login),
  email: v.optional(MailAddress),
  phone: clearable(Phone),
  /** The user's current password, required when login or e-mail changes; never stored. */
  currentPassword: v.optional(v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(1024))),
})

export const ContactPatch = v.strictObject({
  phone: v.optional(Phone),
  mobile: clearable(Phone),
  emails: v.optional(Addresses),
})

export const DeliveryPatch = v.strictObject({
  deliveryInstruction: clearable(Words(longestInstruction)),
  deliveryDays: v.optional(Weekdays),
  openingDays: v.optional(Weekdays),
})

/** Days on which a practice is delivered. */
export const DeliveryDays = v.strictObject({ deliveryDays: Weekdays })

/** The version of the request that was shown for the decision. */
export const Version = v.pipe(v.string(), v.maxLength(64))

const longestReason = 1000
export const Refusal = v.strictObject({ version: Version, reason: Words(longestReason) })
