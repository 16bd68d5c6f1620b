import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { MailAddress } from '#kit/mail.ts'

export const AccountType = v.picklist(['manager', 'doctor'])
export type AccountType = v.InferOutput<typeof AccountType>

/** The e-mail address is the login. */
export const NewColleague = v.strictObject({
  title: v.optional(Words(40)),
  firstName: Words(100),
  lastName: Words(100),
  email: MailAddress,
  accountType: AccountType,
  isPracticeDoctor: v.boolean(),
})
export type NewColleague = v.InferOutput<typeof NewColleague>

/** A practice member's rights. */
export const Role = v.pick(NewColleague, ['accountType', 'isPracticeDoctor'])
export type Role = v.InferOutput<typeof Role>

/** A corrected e-mail address for an invitation. */
export const Address = v.pick(NewColleague, ['email'])

/** A merge patch (RFC 7396). Names and addresses are changed by the person, and the DLCPM flag by the laboratory. */
export const ColleaguePatch = v.strictObject({
  accountType: v.optional(AccountType),
  isPracticeDoctor: v.optional(v.boolean()),
  isDisabled: v.optional(v.boolean()),
})
export type ColleaguePatch = v.InferOutput<typeof ColleaguePatch>
