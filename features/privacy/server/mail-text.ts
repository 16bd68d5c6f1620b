import type { Greeted } from '#features/auth/server/mail-text.ts'
import type { Language } from '#kit/language.ts'
import { type MailText, nameInMail } from '#kit/server/mail-parts.ts'

/** The last mail to this address. */
export const erasedMail = ({ firstName, lastName }: Greeted): Readonly<Record<Language, MailText>> => ({
  fr: {
    subject: 'Votre compte a été effacé',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      'Comme vous l’avez demandé, le laboratoire a effacé votre compte : nom, adresse e-mail, téléphone, mot de passe et sessions. Il ne s’ouvre plus.',
      'Les prescriptions et les déclarations des dispositifs sur mesure restent, comme la loi l’exige, avec le nom du prescripteur.',
    ],
  },
  en: {
    subject: 'Your account was erased',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      'As you asked, the laboratory has erased your account: name, e-mail address, telephone, password and sessions. It opens no more.',
      'Prescriptions and statements of custom-made devices stay, as the law demands, with the name of the prescriber.',
    ],
  },
})

export const erasureRefusedMail = (
  { firstName, lastName }: Greeted,
  reason: string,
): Readonly<Record<Language, MailText>> => ({
  fr: {
    subject: 'Votre demande d’effacement a été refusée',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      'Le laboratoire n’a pas effacé votre compte. Voici sa réponse :',
      { quote: reason },
      { label: 'Voir mon compte', path: '/account' },
    ],
  },
  en: {
    subject: 'Your request to be forgotten was refused',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      'The laboratory has not erased your account. This is its answer:',
      { quote: reason },
      { label: 'See my account', path: '/account' },
    ],
  },
})
