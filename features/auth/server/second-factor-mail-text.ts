import type { Language } from '#kit/language.ts'
import { type MailText, nameInMail } from '#kit/server/mail-parts.ts'
import type { Greeted } from './mail-text.ts'

type Texts = Readonly<Record<Language, MailText>>

const newPassword = {
  fr: { label: 'Choisir un nouveau mot de passe', path: '/login#forgot' },
  en: { label: 'Choose a new password', path: '/login#forgot' },
} as const
const notYou = {
  fr: 'Ce n’était pas vous\u202f? Choisissez tout de suite un nouveau mot de passe et prévenez votre laboratoire.',
  en: 'It was not you? Choose a new password at once, and tell your laboratory.',
} as const

const notice = (
  { firstName, lastName }: Greeted,
  words: Record<Language, { subject: string; said: string }>,
): Texts => {
  const in_ = (language: Language, greeting: string): MailText => ({
    subject: words[language].subject,
    blocks: [greeting, words[language].said, notYou[language], newPassword[language]],
  })
  const name = nameInMail(`${firstName} ${lastName}`)
  return { fr: in_('fr', `Bonjour ${name},`), en: in_('en', `Hello ${name},`) }
}

export const secondFactorAddedMail = (user: Greeted) =>
  notice(user, {
    fr: {
      subject: 'Vérification en deux étapes activée',
      said: 'Un code vous sera désormais demandé après votre mot de passe. Vos autres appareils sont déconnectés.',
    },
    en: {
      subject: 'Two-step verification is on',
      said: 'From now on a code is asked after your password. Your other devices are signed out.',
    },
  })

export const secondFactorRemovedMail = (user: Greeted) =>
  notice(user, {
    fr: {
      subject: 'Vérification en deux étapes désactivée',
      said: 'Votre mot de passe suffit désormais pour entrer\u00a0: aucun code n’est plus demandé.',
    },
    en: {
      subject: 'Two-step verification is off',
      said: 'Your password is now enough to sign in: no code is asked any more.',
    },
  })

export const secondFactorTakenAwayMail = (user: Greeted) =>
  notice(user, {
    fr: {
      subject: 'Vérification en deux étapes retirée',
      said: 'Votre laboratoire a retiré l’application ou l’appareil que vous utilisiez pour la vérification en deux étapes, et vos appareils sont déconnectés. À la prochaine connexion, votre mot de passe suffit.',
    },
    en: {
      subject: 'Two-step verification was taken away',
      said: 'Your laboratory has taken away the app or device that you used for two-step verification, and your devices are signed out. At the next sign-in your password is enough.',
    },
  })

export const recoveryCodesMadeMail = (user: Greeted) =>
  notice(user, {
    fr: {
      subject: 'Nouveaux codes de secours',
      said: 'De nouveaux codes de secours ont été créés pour votre compte. Les précédents ne fonctionnent plus.',
    },
    en: {
      subject: 'New recovery codes',
      said: 'New recovery codes were made for your account. Those before no longer work.',
    },
  })

export const recoveryCodeUsedMail = (user: Greeted, left: number) =>
  notice(user, {
    fr: {
      subject: 'Un code de secours a été utilisé',
      said: `Votre compte vient d’être ouvert avec un code de secours. Codes restants\u00a0: ${left}.`,
    },
    en: {
      subject: 'A recovery code was used',
      said: `Your account has just been opened with a recovery code. Codes left: ${left}.`,
    },
  })

export const codesRefusedMail = (user: Greeted) =>
  notice(user, {
    fr: {
      subject: 'Connexion interrompue après plusieurs codes faux',
      said: 'Quelqu’un a saisi votre mot de passe, puis plusieurs codes faux. Votre compte n’a pas été ouvert.',
    },
    en: {
      subject: 'Sign-in stopped after several wrong codes',
      said: 'Somebody has entered your password and then several wrong codes. Your account was not opened.',
    },
  })
