import * as v from 'valibot'
import type { Language } from '#kit/language.ts'
import { EnvelopeAddress } from '#kit/mail.ts'
import type { MailText } from '#kit/server/mail-parts.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { type JobSender, job } from '#tenancy/server/job.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import type { StaffNoticeKind } from '../input.ts'
import { findWaitingKind, listTold, noteTold } from './waiting-sql.ts'

/** Passed by the application to features that create something for the laboratory to decide. */
export type TellWaiting = (actor: Pick<Laboratory, 'tx' | 'brandId'>, id: string) => Promise<void>

export const waitingTeller =
  (jobs: JobSender): TellWaiting =>
  (actor, id) =>
    jobs.enqueue(actor, tellWaiting, { waitingId: id })

/**
 * At most once an hour for each kind: the mail links to all that wait. A request for erasure is always mailed, since the law sets its
 * term and its mail promises nothing of others.
 */
export const tellWaiting = job<'waitingId', { outbox: Outbox }>({
  name: 'tell_waiting',
  ids: ['waitingId'],
  retries: 8,
  pauseSeconds: { first: 5, longest: 300 },
  longestSeconds: 30,
  atOnce: 2,
  work: ({ ids, inLaboratory }, { outbox }) =>
    inLaboratory('write', async laboratory => {
      const kind = await findWaitingKind(laboratory, ids.waitingId)
      if (!kind) return
      const told = await listTold(laboratory, kind)
      // Mails that would reach nobody hold back no later one.
      if (told.length === 0 || (kind !== 'erasure' && !(await noteTold(laboratory, kind)))) return
      await outbox.putAll(
        laboratory,
        told
          .filter(({ email }) => v.is(EnvelopeAddress, email))
          .map(({ email, language }) => ({ to: { address: email, language }, text: waitingMails[language][kind] })),
      )
    }),
})

const frenchNotes = [{ label: 'Choisir mes notifications', path: '/staff/account#notices' }] as const
const englishNotes = [{ label: 'Choose my notifications', path: '/staff/account#notices' }] as const

/** Contains no user input, which comes from unknown people. */
export const waitingMails: Record<Language, Record<StaffNoticeKind, MailText>> = {
  fr: {
    signup: {
      subject: 'Une demande de compte attend votre décision',
      blocks: [
        'Bonjour,',
        'Un cabinet demande un compte sur votre portail. D’autres demandes arrivées dans l’heure ne feront pas l’objet d’un autre e-mail.',
        { label: 'Voir les demandes', path: '/staff/signup-requests' },
      ],
      notes: frenchNotes,
    },
    change: {
      subject: 'Une demande de modification attend votre décision',
      blocks: [
        'Bonjour,',
        'Un cabinet demande une modification de son compte. D’autres demandes arrivées dans l’heure ne feront pas l’objet d’un autre e-mail.',
        { label: 'Voir les demandes', path: '/staff/account-changes' },
      ],
      notes: frenchNotes,
    },
    erasure: {
      subject: 'Une demande d’effacement attend votre décision',
      blocks: [
        'Bonjour,',
        'Une personne d’un cabinet demande que son compte soit effacé. La loi laisse un mois pour y répondre.',
        { label: 'Voir la demande', path: '/staff/privacy' },
      ],
      notes: frenchNotes,
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
      notes: englishNotes,
    },
    change: {
      subject: 'A request for a change waits for you',
      blocks: [
        'Hello,',
        'A practice asks for a change to its account. Other requests that come within the hour are not mailed.',
        { label: 'See the requests', path: '/staff/account-changes' },
      ],
      notes: englishNotes,
    },
    erasure: {
      subject: 'A request to be forgotten waits for you',
      blocks: [
        'Hello,',
        'Somebody of a practice asks for their account to be erased. The law leaves a month to answer.',
        { label: 'See the request', path: '/staff/privacy' },
      ],
      notes: englishNotes,
    },
  },
}
