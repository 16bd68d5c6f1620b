import type { Greeted } from '#features/auth/server/mail-text.ts'
import type { Language } from '#kit/language.ts'
import { type MailText, nameInMail } from '#kit/server/mail-parts.ts'

/** `isWarning`: sent whatever notices the user has chosen. */
type Outcome = Greeted & { reason: string | null; isWarning: boolean }

/** Gives the outcome and the reason, but no values: addresses and names are read in the portal only. */
export const outcomeMail = ({
  firstName,
  lastName,
  reason,
  isWarning,
}: Outcome): Readonly<Record<Language, MailText>> => ({
  fr: {
    subject: reason ? 'Votre demande de modification a été refusée' : 'Votre demande de modification a été appliquée',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      reason
        ? 'Le laboratoire n’a pas appliqué la modification de compte que vous avez demandée. Voici sa réponse :'
        : 'Le laboratoire a appliqué la modification de compte que vous avez demandée.',
      ...(reason ? [{ quote: reason }] : []),
      { label: 'Voir mon compte', path: '/account' },
      'Vous n’avez rien demandé ? Appelez le laboratoire sans attendre.',
    ],
    notes: isWarning ? [] : [{ label: 'Choisir mes notifications', path: '/account#notices' }],
  },
  en: {
    subject: reason ? 'Your request for a change was refused' : 'Your request for a change was applied',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      reason
        ? 'The laboratory has not applied the change to your account that you asked for. This is its answer:'
        : 'The laboratory has applied the change to your account that you asked for.',
      ...(reason ? [{ quote: reason }] : []),
      { label: 'See my account', path: '/account' },
      'You have asked for nothing? Call the laboratory at once.',
    ],
    notes: isWarning ? [] : [{ label: 'Choose my notifications', path: '/account#notices' }],
  },
})
