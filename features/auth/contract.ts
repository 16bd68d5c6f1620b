import * as v from 'valibot'
import { data, endpoint, Id, Instant, Language } from '#kit/contract.ts'
import { staffRoles } from '#tenancy/rights.ts'
import { Credentials, Forgotten } from './input.ts'
import { ChosenPassword, PasswordChange, ShownLink } from './new-password.ts'
import { AuthenticatorProof, OwnPassword, SecondStep } from './second-factor.ts'

const AccountType = v.picklist(['manager', 'doctor'])

const shown = {
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  title: v.string(),
  email: v.string(),
  language: Language,
  countrycode: v.string(),
  exp: v.number(),
}
/**
 * The claims of the access token that the screens may show, of each of the two audiences. They decide nothing on the server:
 * kind, flags and role are read from the database with every request. `exp` is in seconds since 1970.
 */
export const UserInfo = v.variant('kind', [
  v.object({
    ...shown,
    kind: v.literal('practice'),
    accountType: AccountType,
    isDLCPM: v.boolean(),
    isPracticeDoctor: v.boolean(),
  }),
  v.object({
    ...shown,
    kind: v.literal('staff'),
    role: v.picklist(staffRoles),
    /** The laboratory demands a second factor, and none was shown in this session. */
    owesSecondFactor: v.boolean(),
  }),
])
export type UserInfo = v.InferOutput<typeof UserInfo>

const Token = data(v.object({ token: v.string() }))

const Session = v.object({
  id: Id,
  createdAt: Instant,
  usedAt: Instant,
  /** "Chrome · Windows", as far as the browser says. */
  device: v.string(),
  isCurrent: v.boolean(),
})

export const authCalls = {
  login: endpoint({
    method: 'POST',
    path: '/auth',
    needs: 'nothing',
    summary:
      'Sign in; the refresh token comes as an HttpOnly cookie. Whoever has two-step verification is given a challenge instead',
    body: Credentials,
    reply: data(v.union([v.object({ token: v.string() }), v.object({ challenge: v.string() })])),
    cookie: true,
    refusals: { credentials_wrong: 401 },
  }),
  prove: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    needs: 'nothing',
    summary: 'Answer a challenge with a code of the authenticator or a recovery code, each good once',
    body: SecondStep,
    reply: Token,
    cookie: true,
    refusals: { code_wrong: 401, challenge_over: 401 },
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/token/refresh',
    needs: 'nothing',
    summary: 'A new access token for the refresh cookie, which is rotated',
    reply: Token,
    cookie: true,
    refusals: { session_ended: 401 },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/token/invalidate',
    needs: 'nothing',
    summary: 'End the session of the refresh cookie; succeeds also when there is none',
    status: 204,
    cookie: true,
  }),
}

export const sessionCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    needs: 'session',
    summary: 'Where this user is signed in',
    reply: data(v.array(Session)),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    needs: 'session',
    summary: 'Sign this user out somewhere',
    status: 204,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    needs: 'session',
    summary: 'Sign this user out everywhere else',
    status: 204,
  }),
}

/** What the rule cannot see: said by whoever keeps the list and knows the person. */
const weak = { password_common: 422, password_personal: 422 } as const

export const passwordCalls = {
  forget: endpoint({
    method: 'POST',
    path: '/api/password-resets',
    needs: 'nothing',
    summary: 'Mail a link for a new password to whoever has this login; the answer is the same where nobody has',
    status: 202,
    body: Forgotten,
    reply: data(v.object({})),
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/password-resets/look',
    needs: 'nothing',
    summary: 'Whose link this is; not found once it is over or used',
    body: ShownLink,
    reply: data(v.object({ purpose: v.picklist(['invitation', 'reset']), login: v.string() })),
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/password-resets/confirm',
    needs: 'nothing',
    summary: 'Choose a password with a link, once; every session of the user ends',
    status: 204,
    body: ChosenPassword,
    refusals: weak,
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/account/password',
    needs: 'session',
    summary: 'Change the password of this user; every other session ends',
    status: 204,
    body: PasswordChange,
    refusals: { password_wrong: 422, ...weak },
  }),
}

const RecoveryCodes = data(v.object({ recoveryCodes: v.array(v.string()) }))

export const secondFactorCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/account/second-factor',
    needs: 'first_factor',
    summary: 'Whether codes are asked of this user, and how many recovery codes are left',
    reply: data(
      v.object({
        addedAt: v.nullable(Instant),
        recoveryCodesLeft: v.number(),
        /** The laboratory demands one of its staff. */
        isDemanded: v.boolean(),
      }),
    ),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/account/second-factor',
    needs: 'first_factor',
    summary: 'A secret for an authenticator; nothing is asked before a first code has shown that it was set up',
    body: OwnPassword,
    reply: data(v.object({ secret: v.string(), address: v.string() })),
    refusals: { password_wrong: 422, second_factor_on: 409 },
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/confirmation',
    needs: 'first_factor',
    summary: 'The first code: from now on one is asked at each sign-in, and every other session ends',
    body: AuthenticatorProof,
    reply: RecoveryCodes,
    refusals: { code_wrong: 422, not_begun: 409 },
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/removal',
    needs: 'session',
    summary: 'From now on the password is enough again',
    status: 204,
    body: OwnPassword,
    refusals: { password_wrong: 422 },
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/recovery-codes',
    needs: 'session',
    summary: 'Other recovery codes, in place of those before',
    body: OwnPassword,
    reply: RecoveryCodes,
    refusals: { password_wrong: 422, second_factor_off: 409 },
  }),
}
