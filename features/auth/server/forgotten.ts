import { recordEvent } from '#features/audit/server/sql.ts'
import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import { type JobSender, job } from '#tenancy/server/job.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { makeLink } from './link.ts'
import { invitationMail, knownMail, resetMail } from './mail-text.ts'
import { findForgetful, listForgetful, lockUser } from './password-sql.ts'

/**
 * Has a link mailed to whoever is meant. The same is done where nobody has, so that nobody learns it from the answer or
 * from how long it takes: a job for a user that there is none of, one for each laboratory however often it is asked for.
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
        // Whoever has chosen none yet is invited: the first password is a welcome, and not a change.
        const purpose = user.hasPassword ? 'reset' : 'invitation'
        const link = await makeLink(laboratory, user.id, purpose)
        const to = { address: user.email, language: user.language }
        const text = (user.hasPassword ? known : invitationMail)(user, link)
        await outbox.put(laboratory, to, text, { isSoonOver: user.hasPassword })
        await recordEvent(laboratory, { kind: 'password_link_sent', requestId: 'job', userId: user.id })
      }),
  })

export const mailResetLink = linkJob('reset_link', resetMail)
/** To somebody who has asked for an account and has one. */
export const mailKnownLink = linkJob('known_link', knownMail)

/** A request of the laboratory's own people, who have seen that it is somebody known. */
export const sendKnownLink = (jobs: JobSender, staff: Staff, userId: string): Promise<void> =>
  jobs.enqueue(staff, mailKnownLink, { userId })
