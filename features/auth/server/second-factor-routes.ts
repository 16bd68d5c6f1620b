import type { AuditKind } from '#db/schema.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import type { Language } from '#kit/language.ts'
import type { MailText } from '#kit/server/mail-parts.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { asAccountHolder, asSignedIn } from '#tenancy/server/guards.ts'
import { secondFactorCalls } from '../second-factor-contract.ts'
import type { Attempts } from './attempts.ts'
import { addressOfSecret, newAuthenticatorSecret, stepOfCode, textOfSecret } from './authenticator.ts'
import type { Greeted } from './mail-text.ts'
import { ownPasswordHash } from './own-password.ts'
import { grouped, newRecoveryCodes, recoveryHashOf } from './recovery-codes.ts'
import { recoveryCodesMadeMail, secondFactorAddedMail, secondFactorRemovedMail } from './second-factor-mail-text.ts'
import {
  deleteOwnAuthenticator,
  findOwnSecret,
  findSecondFactor,
  findWhose,
  insertAuthenticator,
  lockOwnUser,
  replaceRecoveryCodes,
  setConfirmed,
  setSecondFactorForgotten,
  setSecondFactorShown,
} from './second-factor-sql.ts'
import { setOtherSessionsEnded } from './sql.ts'

/** The signed-in user's authenticator and recovery codes. */
export function secondFactorRoutes(api: Api, attempts: Attempts) {
  async function tell(user: SignedIn, mail: (greeted: Greeted) => Readonly<Record<Language, MailText>>) {
    const whose = await findWhose(user, user.userId)
    const to = { address: whose.email, language: whose.language }
    await api.services.outbox.put(user, to, mail(whose))
  }

  const record = (user: SignedIn, kind: AuditKind, requestId: string, sessionId = user.sessionId) =>
    recordEvent(user, { kind, requestId, userId: user.userId, sessionId })

  async function giveRecoveryCodes(user: SignedIn): Promise<string[]> {
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(
      user,
      codes.map(code => recoveryHashOf(user.userId, code)),
    )
    return codes.map(grouped)
  }

  on(api, secondFactorCalls.show, asSignedIn, async ({ actor: user }) => ({ data: await findSecondFactor(user) }))

  on(api, secondFactorCalls.begin, asAccountHolder, async ({ actor: holder, body, refuse }) => {
    if (!(await ownPasswordHash(attempts, holder, body.password))) return refuse('password_wrong')
    const secret = newAuthenticatorSecret()
    const whose = await holder.signedIn(async user => {
      if (!(await insertAuthenticator(user, secret))) return refuse('second_factor_on')
      return findWhose(user, user.userId)
    })
    return { data: { secret: textOfSecret(secret), address: addressOfSecret(secret, whose) } }
  })

  on(api, secondFactorCalls.confirm, asSignedIn, async ({ actor: user, body, requestId, refuse }) => {
    await lockOwnUser(user)
    const secret = await findOwnSecret(user)
    if (!secret) return refuse('not_begun')
    const step = stepOfCode(secret, body.code)
    if (step === undefined) return refuse('code_wrong')
    if (!(await setConfirmed(user, step))) return refuse('not_begun')
    await setSecondFactorShown(user, 'totp')
    await record(user, 'second_factor_added', requestId)
    for (const { id } of await setOtherSessionsEnded(user, 'second_factor_changed'))
      await record(user, 'session_ended', requestId, id)
    await tell(user, secondFactorAddedMail)
    return { data: { recoveryCodes: await giveRecoveryCodes(user) } }
  })

  on(api, secondFactorCalls.remove, asAccountHolder, async ({ actor: holder, body, requestId, refuse }) => {
    if (!(await ownPasswordHash(attempts, holder, body.password))) return refuse('password_wrong')
    await holder.signedIn(async user => {
      if (!(await deleteOwnAuthenticator(user))) return
      await setSecondFactorForgotten(user, ['totp', 'recovery_code'])
      await record(user, 'second_factor_removed', requestId)
      await tell(user, secondFactorRemovedMail)
    })
    return undefined
  })

  on(api, secondFactorCalls.renewCodes, asAccountHolder, async ({ actor: holder, body, requestId, refuse }) => {
    if (!(await ownPasswordHash(attempts, holder, body.password))) return refuse('password_wrong')
    return holder.signedIn(async user => {
      await lockOwnUser(user)
      if (!(await findSecondFactor(user)).addedAt) return refuse('second_factor_off')
      await record(user, 'recovery_codes_made', requestId)
      await tell(user, recoveryCodesMadeMail)
      return { data: { recoveryCodes: await giveRecoveryCodes(user) } }
    })
  })
}
