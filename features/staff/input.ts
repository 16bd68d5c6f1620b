import * as v from 'valibot'
import { Language } from '#kit/contract.ts'
import { RealId, Words } from '#kit/input.ts'
import { MailAddress } from '#kit/mail.ts'
import { staffRoles } from '#tenancy/rights.ts'

/** Characters. */
export const longestName = 100

export const Role = v.picklist(staffRoles)

/** A member of the laboratory's staff, who signs in with the e-mail address. */
export const NewStaff = v.strictObject({
  firstName: Words(longestName),
  lastName: Words(longestName),
  email: v.pipe(Words(254), MailAddress),
  role: Role,
  language: v.optional(Language, 'fr'),
})

/** Also the new login. */
export const Address = v.pick(NewStaff, ['email'])
/** The colleague who takes over the cases in progress; unassigned when null. */
const casesTo = v.optional(v.nullable(RealId), null)
export const NewRole = v.strictObject({ role: Role, casesTo })
export const Demand = v.strictObject({ isSecondFactorDemanded: v.boolean() })
/** What waits for the laboratory's decision, and is mailed to those who decide. */
export const StaffNoticeKind = v.picklist(['signup', 'change', 'erasure'])
export type StaffNoticeKind = v.InferOutput<typeof StaffNoticeKind>
export const NoticeChoice = v.partial(v.strictObject(v.entriesFromList(StaffNoticeKind.options, v.boolean())))
export const Access = v.strictObject({ isDisabled: v.boolean(), casesTo })
