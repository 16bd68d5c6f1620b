import { recordEvent } from '#features/audit/server/sql.ts'
import { setOwnPassword } from '#features/people/server/own-sql.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asAccountHolder, asVisitor } from '#tenancy/server/guards.ts'
import type { JobSender } from '#tenancy/server/job.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { isPersonal } from '../new-password.ts'
import { passwordCalls } from '../password-contract.ts'
import type { Attempts } from './attempts.ts'
import { isCommon } from './common-passwords.ts'
import { askForLink } from './forgotten.ts'
import { limitsOfAsking } from './limits.ts'
import { countAsking } from './limits-sql.ts'
import { tokenHashOf } from './link.ts'
import { deleteEveryLinkOf } from './link-sql.ts'
import { passwordChangedMail, welcomeMail } from './mail-text.ts'
import { ownPasswordHash } from './own-password.ts'
import { hashPassword, isSamePassword, passwordMatches } from './password.ts'
import { chooseLanguage, choosePassword, findOwnWords } from './password-sql.ts'
import { findPasswordHash, setOtherSessionsEnded } from './sql.ts'

type Means = { attempts: Attempts; jobs: JobSender; areMailsSent: boolean }

/** The person's data that an attacker could know and guess with. */
type Person = { login: string; email: string; firstName: string; lastName: string; companyName: string }

export function passwordRoutes(api: Api, { attempts, jobs, areMailsSent }: Means) {
  const { outbox } = api.services

  const refuseWeak = (
    password: string,
    { login, email, firstName, lastName, companyName }: Person,
    refuse: (code: 'password_common' | 'password_personal') => never,
  ) => {
    if (isCommon(password)) refuse('password_common')
    if (isPersonal(password, [login, email, firstName, lastName, companyName])) refuse('password_personal')
  }

  const tellOfChange = (writer: Writer, user: { email: string; language: Language } & Person) =>
    outbox.put(writer, { address: user.email, language: user.language }, passwordChangedMail(user))

  on(api, passwordCalls.forget, asVisitor, async ({ actor: visitor, body }) => {
    await visitor.laboratory(async laboratory => {
      await countAsking(laboratory, limitsOfAsking(visitor.address))
      await askForLink(jobs, laboratory, loginOf(body))
    })
    return { data: { areMailsSent } }
  })

  on(api, passwordCalls.look, asVisitor, async ({ actor: visitor, body }) => ({
    data: await visitor.passwordLink(tokenHashOf(body.token), async ({ purpose, login }) => ({ purpose, login })),
  }))

  on(api, passwordCalls.choose, asVisitor, async ({ actor: visitor, body, requestId, refuse }) => {
    const tokenHash = tokenHashOf(body.token)
    const { purpose, userId } = await visitor.passwordLink(tokenHash, async holder => {
      refuseWeak(body.password, holder, refuse)
      return holder
    })
    // After a suspected leak, a reset to the same password would change nothing. A link itself cannot see the user, so the
    // laboratory looks up the hash.
    if (purpose === 'reset') {
      const known = await visitor.laboratory(laboratory => findPasswordHash(laboratory, userId))
      if (await passwordMatches(body.password, known)) refuse('password_unchanged')
    }
    const hash = await hashPassword(body.password)
    await visitor.passwordLink(tokenHash, async holder => {
      const { language = holder.language } = body
      if (language !== holder.language) await chooseLanguage(holder, tokenHash, language)
      const ended = await choosePassword(holder, tokenHash, hash)
      if (!ended) throw problem('not_found')
      const { userId } = holder
      await recordEvent(holder, { kind: 'password_chosen', requestId, userId })
      for (const sessionId of ended) await recordEvent(holder, { kind: 'session_ended', requestId, userId, sessionId })
      if (holder.purpose === 'reset') await tellOfChange(holder, holder)
      else await outbox.put(holder, { address: holder.email, language }, welcomeMail(holder))
    })
    return undefined
  })

  on(api, passwordCalls.change, asAccountHolder, async ({ actor: holder, body, requestId, refuse }) => {
    const { userId, sessionId } = holder
    const own = await holder.signedIn(findOwnWords)
    const from = await ownPasswordHash(attempts, holder, body.currentPassword, 'password_change_refused')
    if (!from) return refuse('password_wrong')
    if (isSamePassword(body.newPassword, body.currentPassword)) refuse('password_unchanged')
    refuseWeak(body.newPassword, own, refuse)
    const change = { from, to: await hashPassword(body.newPassword) }
    const isChanged = await holder.signedIn(async user => {
      if (!(await setOwnPassword(user, change))) return false
      await deleteEveryLinkOf(user, user.userId)
      await recordEvent(user, { kind: 'password_changed', requestId, userId, sessionId })
      for (const { id } of await setOtherSessionsEnded(user, 'password_changed'))
        await recordEvent(user, { kind: 'session_ended', requestId, userId, sessionId: id })
      await tellOfChange(user, own)
      return true
    })
    // Changed elsewhere at this moment: what was typed is no longer the current password.
    if (!isChanged) refuse('password_wrong')
    return undefined
  })
}

/** Normalised as stored. */
export const loginOf = ({ login }: { login: string }) => login.normalize('NFC').toLowerCase()
