import { recordEvent } from '#features/audit/server/sql.ts'
import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import { type JobSender, job } from '#tenancy/server/job.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { makeLink } from './link.ts'
import { invitationMail, knownMail, resetMail } from './mail-text.ts'
import { findForgetful, listForgetful, lockUser } from './password-sql.ts'

/**
 * Mails a link to the users whose login or address this is. If there are none, the same work is done, so that neither the answer
 * nor its time reveals it: a job for a user who does not exist, at most one queued per laboratory.
 */
export async function askForLink(jobs: JobSender, laboratory: Laboratory, login: string): Promise<void> {
  const meant = await listForgetful(laboratory, login)
  const nobody = laboratory.brandId
  for (const { id } of meant) await jobs.enqueue(laboratory, mailResetLink, { userId: id }, undefined)
  if (meant.length === 0) await jobs.enqueue(laboratory, mailResetLink, { userId: nobody }, nobody)
}

const linkJob = (name: string, known: typeof resetMail) =>
  job<'userId', { outbox: Outbox }>({
    name,
    ids: ['userId'],
    retries: 8,
    pauseSeconds: { first: 5, longest: 300 },
    longestSeconds: 30,
    atOnce: 4,
    work: ({ ids, inLaboratory }, { outbox }) =>
      inLaboratory('write', async laboratory => {
        await lockUser(laboratory, ids.userId)
        const user = await findForgetful(laboratory, ids.userId)
        if (!user) return
        // A user without a password is invited: the first password is a welcome, not a change.
        const purpose = user.hasPassword ? 'reset' : 'invitation'
        const link = await makeLink(laboratory, user.id, purpose)
        const to = { address: user.email, language: user.language }
        const text = (user.hasPassword ? known : invitationMail)(user, link)
        await outbox.put(laboratory, to, text, { isSoonOver: user.hasPassword })
        await recordEvent(laboratory, { kind: 'password_link_sent', requestId: 'job', userId: user.id })
      }),
  })

export const mailResetLink = linkJob('reset_link', resetMail)
/** For somebody who requests an account and has one already. */
export const mailKnownLink = linkJob('known_link', knownMail)

/** Called when staff find that an account request comes from an existing user. */
export const sendKnownLink = (jobs: JobSender, staff: Staff, userId: string): Promise<void> =>
  jobs.enqueue(staff, mailKnownLink, { userId })
