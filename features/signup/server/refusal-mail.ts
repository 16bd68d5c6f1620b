import type { Language } from '#kit/language.ts'
import { type MailText, nameInMail } from '#kit/server/mail-parts.ts'

type Refused = { firstName: string; lastName: string; reason: string | null }

/** What the laboratory has written stands as it was written; where it has written nothing, nothing is made up. */
export const refusalMail = ({ firstName, lastName, reason }: Refused): Record<Language, MailText> => ({
  fr: {
    subject: 'Votre demande de compte',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      'Nous avons lu votre demande de compte sur notre portail et ne pouvons pas y donner suite.',
      ...(reason ? [reason] : []),
      'Pour en parler, appelez-nous.',
    ],
  },
  en: {
    subject: 'Your request for an account',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      'We have read your request for an account on our portal and cannot open one.',
      ...(reason ? [reason] : []),
      'To talk about it, call us.',
    ],
  },
})
