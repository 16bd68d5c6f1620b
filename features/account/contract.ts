import * as v from 'valibot'
import { MovedOrder } from '#features/absences/contract.ts'
import { data, endpoint, Id, Instant, Language } from '#kit/contract.ts'
import { ContactPatch, DeliveryDays, DeliveryPatch, PersonalPatch, Refusal, Version } from './input.ts'

export const AccountPart = v.picklist(['personal_information', 'contact_information', 'delivery_instruction'])
export type AccountPart = v.InferOutput<typeof AccountPart>

const ChangeState = v.picklist(['pending', 'applied', 'refused', 'withdrawn'])

const Weekdays = v.array(v.number())

/** Empty fields are omitted. */
const PersonalInformation = v.object({
  title: v.optional(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  login: v.string(),
  email: v.string(),
  phone: v.optional(v.string()),
})
const ContactInformation = v.object({
  phone: v.optional(v.string()),
  mobile: v.optional(v.string()),
  emails: v.array(v.string()),
})
const DeliveryInstruction = v.object({
  deliveryInstruction: v.optional(v.string()),
  deliveryDays: Weekdays,
  openingDays: Weekdays,
})
export const documentShapes = {
  personal_information: PersonalInformation,
  contact_information: ContactInformation,
  delivery_instruction: DeliveryInstruction,
}
export type Documents = { [Part in AccountPart]: v.InferOutput<(typeof documentShapes)[Part]> }

export const AccountField = v.picklist([
  'title',
  'firstName',
  'lastName',
  'login',
  'email',
  'phone',
  'mobile',
  'emails',
  'deliveryInstruction',
  'deliveryDays',
  'openingDays',
])
export type AccountField = v.InferOutput<typeof AccountField>

/** Null: empty. */
const Value = v.nullable(v.union([v.string(), v.array(v.string()), v.array(v.number())]))
export type Value = v.InferOutput<typeof Value>

const Difference = v.object({ field: AccountField, before: Value, after: Value })
export type Difference = v.InferOutput<typeof Difference>

const asked = {
  id: Id,
  part: AccountPart,
  requestedAt: Instant,
  requestedBy: v.string(),
}

const AccountChange = v.object({
  ...asked,
  state: ChangeState,
  /** Whether it is the reader's own request. */
  isOwn: v.boolean(),
  /** Whether the reader may withdraw it: it is undecided, and either their own or, for managers, the practice's. */
  mayWithdraw: v.boolean(),
  /** Who has withdrawn it, if not the requester. */
  withdrawnBy: v.nullable(v.string()),
  fields: v.array(Difference),
  decidedAt: v.nullable(Instant),
  /** Why it was refused. */
  reason: v.nullable(v.string()),
})
export type AccountChange = v.InferOutput<typeof AccountChange>

const Account = v.object({
  practice: v.string(),
  personalInformation: PersonalInformation,
  /** Only the laboratory changes it. */
  officeAddress: v.object({
    address: v.string(),
    postalCode: v.string(),
    city: v.string(),
    countryCode: v.string(),
  }),
  contactInformation: ContactInformation,
  deliveryInstruction: DeliveryInstruction,
  /** Requests of the practice and the reader: undecided and lately decided ones, latest first. */
  changes: v.array(AccountChange),
})
export type Account = v.InferOutput<typeof Account>

/** Days for which an outcome is shown. */
export const outcomeDays = 30

/** The request as it now stands; null when nothing differs from the current values any more. */
const Pending = data(v.nullable(AccountChange))
/** `change_pending`: a colleague's request for one of these fields is still undecided. */
const refusals = { change_pending: 409 }

export const accountCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/account',
    needs: 'account',
    summary: 'What the laboratory knows of this user and of the practice, and what they have asked to have changed',
    reply: data(Account),
  }),
  changePersonal: endpoint({
    method: 'PATCH',
    path: '/api/account/personal-information',
    needs: 'account',
    summary: 'Asks for a change of one’s own name, login, e-mail address or telephone; the laboratory decides',
    body: PersonalPatch,
    status: 202,
    reply: Pending,
    refusals: { ...refusals, password_wrong: 422 },
  }),
  changeContact: endpoint({
    method: 'PATCH',
    path: '/api/account/contact-information',
    needs: 'account',
    summary: 'Asks for a change of how the practice is reached; the laboratory decides',
    body: ContactPatch,
    status: 202,
    reply: Pending,
    refusals,
  }),
  changeDelivery: endpoint({
    method: 'PATCH',
    path: '/api/account/delivery-instruction',
    needs: 'account',
    summary: 'Asks for a change of how and on which days the practice is delivered; the laboratory decides',
    body: DeliveryPatch,
    status: 202,
    reply: Pending,
    refusals,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/account/changes/:id',
    needs: 'account',
    summary:
      'Withdraws a request for a change while it waits: one’s own, or as a manager that of a colleague for the practice',
    status: 204,
    refusals: { change_decided: 409 },
  }),
  changeLanguage: endpoint({
    method: 'PATCH',
    path: '/api/account/language',
    needs: 'language',
    summary: 'Change the language of this user, at once; refused for isDLCPM',
    body: v.strictObject({ language: Language }),
    status: 204,
  }),
}

const WaitingChange = v.object({
  ...asked,
  practice: v.string(),
  practiceId: Id,
  /** `now`: the current value, which may have changed since the request. */
  fields: v.array(v.object({ ...Difference.entries, now: Value })),
  /** The version of the request as shown, so that a decision applies to exactly that. */
  version: v.string(),
})
export type WaitingChange = v.InferOutput<typeof WaitingChange>

/** `change_moved`: the request, or what it changes, is no longer as shown. */
const ofDecision = { change_decided: 409, change_moved: 409 }

export const staffAccountCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/account-changes',
    needs: 'practices',
    summary: 'What practices have asked to have changed about themselves, oldest first; two hundred at most',
    reply: data(v.array(WaitingChange)),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/staff/account-changes/:id/apply',
    needs: 'practices',
    summary:
      'Applies a request whole, as it was shown; where delivery days of the practice change, its promised deliveries move with them',
    body: v.strictObject({ version: Version }),
    status: 204,
    refusals: { ...ofDecision, login_taken: 409 },
  }),
  moves: endpoint({
    method: 'POST',
    path: '/api/staff/practices/:id/moved-deliveries',
    needs: 'practices',
    summary:
      'Which promised deliveries other delivery days of a practice would move, those past the appointment first; nothing is changed',
    body: DeliveryDays,
    reply: data(v.array(MovedOrder)),
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/staff/account-changes/:id/refuse',
    needs: 'practices',
    summary: 'Refuses a request with a sentence for whoever has asked',
    body: Refusal,
    status: 204,
    refusals: ofDecision,
  }),
}
