import type { Language } from '#kit/language.ts'
import type { MailText } from '#kit/server/mail-parts.ts'

/** Sent to the user who asks for it; looks like all other mails. */
export const testMail: Record<Language, MailText> = {
  fr: {
    subject: 'Essai\u00a0: les e-mails du portail arrivent',
    blocks: [
      'Bonjour,',
      'Vous avez demandé cet e-mail d’essai depuis les réglages. Il porte le nom et l’adresse de réponse de ceux que reçoivent vos cabinets.',
      { label: 'Voir les réglages', path: '/staff/settings/mails' },
    ],
  },
  en: {
    subject: 'Test: the portal’s e-mails arrive',
    blocks: [
      'Hello,',
      'You have asked for this test from the settings. It carries the name and the reply address of those that your practices receive.',
      { label: 'See the settings', path: '/staff/settings/mails' },
    ],
  },
}
