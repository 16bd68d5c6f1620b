import * as v from 'valibot'
import { data, endpoint, Language } from '#kit/contract.ts'
import { staffRoles } from '#tenancy/rights.ts'
import { Credentials } from './input.ts'

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
 * The access token's claims for the screens, for each of the two audiences. The server does not trust them: it reads kind, flags
 * and role from the database on every request. `exp` is in seconds since 1970.
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
    /** The laboratory demands a second factor, and this session has shown none. */
    owesSecondFactor: v.boolean(),
  }),
])
export type UserInfo = v.InferOutput<typeof UserInfo>

const Token = data(v.object({ token: v.string() }))

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
