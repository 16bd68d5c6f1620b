import type { Language } from '#kit/language.ts'
import type { MailText } from '#kit/server/mail-parts.ts'
import type { Link } from './link.ts'

type Texts = Readonly<Record<Language, MailText>>

/** As one is greeted; the title is the practice's business. */
export type Greeted = { firstName: string; lastName: string }

export const invitationMail = ({ firstName, lastName, login }: Greeted & { login: string }, { path }: Link): Texts => ({
  fr: {
    subject: 'Votre accès au portail',
    blocks: [
      `Bonjour ${firstName} ${lastName},`,
      `Un accès au portail de votre laboratoire vous a été ouvert. Votre identifiant : ${login}`,
      { label: 'Choisir mon mot de passe', path },
      'Ce lien est valable 7 jours et une seule fois. Passé ce délai, demandez une nouvelle invitation.',
    ],
  },
  en: {
    subject: 'Your access to the portal',
    blocks: [
      `Hello ${firstName} ${lastName},`,
      `You have been given access to the portal of your laboratory. Your login: ${login}`,
      { label: 'Choose my password', path },
      'This link is valid for 7 days and works once. After that, ask for a new invitation.',
    ],
  },
})
