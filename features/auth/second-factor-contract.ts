import * as v from 'valibot'
import { data, endpoint, Instant } from '#kit/contract.ts'
import { AuthenticatorProof, OwnPassword, SecondStep } from './second-factor.ts'

/** The step after the right password. In a contract of its own, because few visits to the sign-in page need it. */
export const secondStepCalls = {
  prove: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    needs: 'nothing',
    summary: 'Answer a challenge with a code of the authenticator or a recovery code, each good once',
    body: SecondStep,
    reply: data(v.object({ token: v.string() })),
    cookie: true,
    refusals: { code_wrong: 401, challenge_over: 401 },
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
