import type { Language } from '#kit/language.ts'
import { type MailText, nameInMail } from '#kit/server/mail-parts.ts'

/** Contains nothing that was typed: the address may be a stranger's. */
export const receiptMail = (laboratory: string): Record<Language, MailText> => ({
  fr: {
    subject: `${laboratory}\u00a0: votre demande de compte est reçue`,
    blocks: [
      'Bonjour,',
      `${laboratory} a reçu une demande de compte pour cette adresse e-mail et l’étudie. Sa réponse vous parviendra ici\u00a0: si elle est acceptée, un lien pour choisir votre mot de passe.`,
      'Vous n’avez rien demandé\u202f? Ne faites rien\u00a0: aucun compte n’est ouvert sans ce lien.',
    ],
  },
  en: {
    subject: `${laboratory}: we have received your request for an account`,
    blocks: [
      'Hello,',
      `${laboratory} has received a request for an account for this e-mail address and is looking at it. The answer comes here: where it is yes, with a link to choose your password.`,
      'You asked for nothing? Do nothing: no account is opened without that link.',
    ],
  },
})

type Refused = { firstName: string; lastName: string; reason: string | null }

/** The laboratory's reason is quoted unchanged; without one, none is made up. */
export const refusalMail = ({ firstName, lastName, reason }: Refused): Record<Language, MailText> => ({
  fr: {
    subject: 'Votre demande de compte',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      'Nous avons lu votre demande de compte sur notre portail et ne pouvons pas y donner suite.',
      ...(reason ? [{ quote: reason }] : []),
      'Pour en parler, appelez-nous.',
    ],
  },
  en: {
    subject: 'Your request for an account',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      'We have read your request for an account on our portal and cannot open one.',
      ...(reason ? [{ quote: reason }] : []),
      'To talk about it, call us.',
    ],
  },
})
