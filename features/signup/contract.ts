import * as v from 'valibot'
import { data, endpoint, Id, Instant, Language } from '#kit/contract.ts'
import { Approval, Joining, KnownUser, NewSignup, Refusal } from './input.ts'

/** Maximum length of either list. */
export const mostListed = 100

const State = v.picklist(['waiting', 'approved', 'refused'])

/** Why a request resembles another entry: the practice's number, a name, an e-mail address, a postal address. */
export const likenesses = ['number', 'name', 'email', 'address'] as const
export type Likeness = (typeof likenesses)[number]
const Alike = v.object({
  kind: v.picklist(['practice', 'user', 'request']),
  id: Id,
  name: v.string(),
  /** The user's practice, or the practice's address. */
  detail: v.string(),
  because: v.array(v.picklist(likenesses)),
  /** Of a practice: nobody can be added to it until it is enabled again. */
  isDisabled: v.boolean(),
  /** Has access, with an address that the request names: may be mailed a link instead of a decision. */
  maySignIn: v.boolean(),
})
export type Alike = v.InferOutput<typeof Alike>

const listed = {
  id: Id,
  createdAt: Instant,
  state: State,
  rppsSiretSiren: v.string(),
  title: v.string(),
  lastName: v.string(),
  firstName: v.string(),
  city: v.string(),
  email1: v.string(),
  decidedAt: v.nullable(Instant),
  /** Number of other requests in the list from the same network; for a single request, of waiting ones. */
  nearby: v.pipe(v.number(), v.integer()),
}
const ListedSignup = v.object({
  ...listed,
  /** Number of practices, people and other requests it resembles. */
  alike: v.pipe(v.number(), v.integer()),
})
export type ListedSignup = v.InferOutput<typeof ListedSignup>

const SignupRequest = v.object({
  ...listed,
  gender: v.string(),
  address: v.string(),
  postalCode: v.string(),
  country: v.string(),
  phone: v.string(),
  mobile: v.nullable(v.string()),
  lunchBreakHours: v.nullable(v.string()),
  weeklyClosure: v.nullable(v.string()),
  email1Label: v.string(),
  email2Label: v.nullable(v.string()),
  email2: v.nullable(v.string()),
  discoverySource: v.nullable(v.string()),
  cameraModel: v.nullable(v.string()),
  additionalComment: v.nullable(v.string()),
  language: Language,
  /** Who decided, and the reason given for a refusal. */
  decidedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  isRefusedSilently: v.boolean(),
  /** The requester had an account already, and was mailed a link to it. */
  isSentLink: v.boolean(),
  /** The practice that an approval created, or that the requester joined. */
  practice: v.nullable(v.object({ id: Id, name: v.string() })),
  /** The invited user, who has not chosen a password yet. */
  invited: v.nullable(v.object({ id: Id, name: v.string() })),
  alike: v.array(Alike),
})
export type SignupRequest = v.InferOutput<typeof SignupRequest>

export const signupCalls = {
  /** The same reply for everybody: it does not disclose who has an account. */
  request: endpoint({
    method: 'POST',
    path: '/api/signup',
    needs: 'nothing',
    summary: 'Asks the laboratory for an account; the same request again, while the first waits, is that one',
    status: 202,
    body: NewSignup,
    /** `areMailsSent`: when false, the portal sends no mail, and the laboratory passes its answer on. */
    reply: data(v.object({ state: v.literal('waiting'), areMailsSent: v.boolean() })),
    refusals: { signup_too_often: 429 },
  }),
}

export const staffSignupCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/signup-requests',
    needs: 'practices',
    summary:
      'Requests for an account, a hundred at most: those that wait, oldest first and what floods in last, or the last that were decided',
    query: v.strictObject({ tab: v.optional(v.picklist(['waiting', 'decided']), 'waiting') }),
    reply: data(v.array(ListedSignup)),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/staff/signup-requests/:id',
    needs: 'practices',
    summary: 'One of them, beside what it resembles',
    reply: v.object({ data: SignupRequest, areMailsSent: v.boolean() }),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/staff/signup-requests/:id/approve',
    needs: 'practices',
    summary: 'Makes the practice and its manager, who signs in with the first e-mail address, and mails an invitation',
    status: 204,
    body: Approval,
    refusals: { already_decided: 409, login_taken: 409 },
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/staff/signup-requests/:id/join',
    needs: 'practices',
    summary: 'Takes the requester into a practice that is there already, and mails an invitation',
    status: 204,
    body: Joining,
    refusals: { already_decided: 409, login_taken: 409, practice_disabled: 409 },
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/api/staff/signup-requests/:id/link',
    needs: 'practices',
    summary:
      'Answers a request of somebody who has an account already: mails them their login and a link to choose a password',
    status: 204,
    body: KnownUser,
    refusals: { already_decided: 409, not_known: 409 },
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/staff/signup-requests/:id/refuse',
    needs: 'practices',
    summary:
      'Refuses the request, which is mailed in the language of the requester, with a reason where one is given; or silently',
    status: 204,
    body: Refusal,
    refusals: { already_decided: 409 },
  }),
}
