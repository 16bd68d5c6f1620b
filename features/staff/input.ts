import * as v from 'valibot'
import { Language } from '#kit/contract.ts'
import { RealId, Words } from '#kit/input.ts'
import { MailAddress } from '#kit/mail.ts'
import { staffRoles } from '#tenancy/rights.ts'

/** Characters. */
export const longestName = 100

export const Role = v.picklist(staffRoles)

/** Somebody of the laboratory, who signs in with the e-mail address. */
export const NewStaff = v.strictObject({
  firstName: Words(longestName),
  lastName: Words(longestName),
  email: v.pipe(Words(254), MailAddress),
  role: Role,
  language: v.optional(Language, 'fr'),
})

/** By which they will sign in, too. */
export const Address = v.pick(NewStaff, ['email'])
/** To whom the cases in progress go of somebody who works on none any more; nobody’s otherwise. */
const casesTo = v.optional(v.nullable(RealId), null)
export const NewRole = v.strictObject({ role: Role, casesTo })
export const Demand = v.strictObject({ isSecondFactorDemanded: v.boolean() })
/** What waits for the laboratory, and is mailed to those who decide it. */
export const StaffNoticeKind = v.picklist(['signup', 'change', 'erasure'])
export type StaffNoticeKind = v.InferOutput<typeof StaffNoticeKind>
export const NoticeChoice = v.partial(v.strictObject(v.entriesFromList(StaffNoticeKind.options, v.boolean())))
export const Access = v.strictObject({ isDisabled: v.boolean(), casesTo })
