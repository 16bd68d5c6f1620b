import * as v from 'valibot'
import type { Language } from '#kit/language.ts'
import { MailAddress } from '#kit/mail.ts'
import type { MailText } from '#kit/server/mail-parts.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { type JobSender, job } from '#tenancy/server/job.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { findFirstWaiting, listAdministrators, type WaitingKind } from './waiting-sql.ts'

/** Handed over by the application to what brings something for the laboratory to decide. */
export type TellWaiting = (actor: Pick<Laboratory, 'tx' | 'brandId'>, id: string) => Promise<void>

export const waitingTeller =
  (jobs: JobSender): TellWaiting =>
  (actor, id) =>
    jobs.enqueue(actor, tellWaiting, { waitingId: id })

/** Once an hour for each kind, however many come: the mail leads to all of them. */
export const tellWaiting = job<'waitingId', { outbox: Outbox }>({
  name: 'tell_waiting',
  ids: ['waitingId'],
  retries: 8,
  pauseSeconds: { first: 5, longest: 300 },
  longestSeconds: 30,
  atOnce: 2,
  work: ({ ids, inLaboratory }, { outbox }) =>
    inLaboratory('write', async laboratory => {
      const kind = await findFirstWaiting(laboratory, ids.waitingId)
      if (!kind) return
      const told = await listAdministrators(laboratory)
      await outbox.putAll(
        laboratory,
        told
          .filter(({ email }) => v.is(MailAddress, email))
          .map(({ email, language }) => ({ to: { address: email, language }, text: waitingMails[language][kind] })),
      )
    }),
})

/** Nothing that somebody has typed, whom nobody here knows yet. */
const waitingMails: Record<Language, Record<WaitingKind, MailText>> = {
  fr: {
    signup: {
      subject: 'Une demande de compte attend votre décision',
      blocks: [
        'Bonjour,',
        'Un cabinet demande un compte sur votre portail. D’autres demandes arrivées dans l’heure ne feront pas l’objet d’un autre message.',
        { label: 'Voir les demandes', path: '/staff/signup-requests' },
      ],
    },
    change: {
      subject: 'Une demande de modification attend votre décision',
      blocks: [
        'Bonjour,',
        'Un cabinet demande une modification de son compte. D’autres demandes arrivées dans l’heure ne feront pas l’objet d’un autre message.',
        { label: 'Voir les demandes', path: '/staff/account-changes' },
      ],
    },
  },
  en: {
    signup: {
      subject: 'A request for an account waits for you',
      blocks: [
        'Hello,',
        'A practice asks for an account on your portal. Other requests that come within the hour are not mailed.',
        { label: 'See the requests', path: '/staff/signup-requests' },
      ],
    },
    change: {
      subject: 'A request for a change waits for you',
      blocks: [
        'Hello,',
        'A practice asks for a change to its account. Other requests that come within the hour are not mailed.',
        { label: 'See the requests', path: '/staff/account-changes' },
      ],
    },
  },
}
