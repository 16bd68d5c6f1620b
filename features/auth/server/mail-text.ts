import { nameInMail } from '#kit/server/mail-parts.ts'
import type { MailTexts as Texts } from '#tenancy/server/outbox.ts'
import type { Link } from './link.ts'

/** Texts that name the laboratory, for people who do not know the sender yet. */
type NamingTexts = (laboratory: string) => Texts

/** Includes the login, so that an expired link can still prefill it. */
export const placeOf = ({ path }: Link, login: string) => `${path}&login=${encodeURIComponent(login)}` as const

/** Names for the greeting, without the title, which only the practice uses. */
export type Greeted = { firstName: string; lastName: string }

export const invitationMail =
  ({ firstName, lastName, login }: Greeted & { login: string }, link: Link): NamingTexts =>
  laboratory => ({
    fr: {
      subject: `${laboratory}\u00a0: votre accès au portail`,
      blocks: [
        `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
        `${laboratory} vous a ouvert un accès à son portail. Votre identifiant : ${login}`,
        { label: 'Choisir mon mot de passe', path: placeOf(link, login) },
        'Ce lien est valable 7 jours et une seule fois. Passé ce délai, demandez une nouvelle invitation.',
      ],
    },
    en: {
      subject: `${laboratory}: your access to the portal`,
      blocks: [
        `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
        `${laboratory} has given you access to its portal. Your identifier: ${login}`,
        { label: 'Choose my password', path: placeOf(link, login) },
        'This link is valid for 7 days and works once. After that, ask for a new invitation.',
      ],
    },
  })

export const resetMail = ({ firstName, lastName, login }: Greeted & { login: string }, link: Link): Texts => ({
  fr: {
    subject: 'Choisir un nouveau mot de passe',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      `Un nouveau mot de passe a été demandé pour l’identifiant ${login}.`,
      { label: 'Choisir un nouveau mot de passe', path: placeOf(link, login) },
      'Ce lien est valable 30 minutes et une seule fois.',
      'Vous n’avez rien demandé ? Ne faites rien : votre mot de passe reste le même.',
    ],
  },
  en: {
    subject: 'Choose a new password',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      `A new password was asked for, for the identifier ${login}.`,
      { label: 'Choose a new password', path: placeOf(link, login) },
      'This link is valid for 30 minutes and works once.',
      'You asked for nothing? Do nothing: your password stays as it is.',
    ],
  },
})

/** To somebody who requests an account and has one already. */
export const knownMail = ({ firstName, lastName, login }: Greeted & { login: string }, link: Link): Texts => ({
  fr: {
    subject: 'Vous avez déjà un compte',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      `Vous avez demandé un compte, et vous en avez déjà un. Votre identifiant\u00a0: ${login}`,
      { label: 'Choisir un nouveau mot de passe', path: placeOf(link, login) },
      'Ce lien est valable 30 minutes et une seule fois. Passé ce délai, la page vous en propose un autre.',
      'Vous n’avez rien demandé\u202f? Ne faites rien\u00a0: votre mot de passe reste le même.',
    ],
  },
  en: {
    subject: 'You have an account already',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      `You asked for an account, and you have one already. Your identifier: ${login}`,
      { label: 'Choose a new password', path: placeOf(link, login) },
      'This link is valid for 30 minutes and works once. After that, the page offers you another one.',
      'You asked for nothing? Do nothing: your password stays as it is.',
    ],
  },
})

/** A new user's first mail: what they will look up later. */
export const welcomeMail =
  ({ firstName, lastName, login }: Greeted & { login: string }): NamingTexts =>
  laboratory => ({
    fr: {
      subject: `${laboratory}\u00a0: bienvenue sur le portail`,
      blocks: [
        `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
        `Votre mot de passe est choisi et votre accès est ouvert. Votre identifiant : ${login}`,
        { label: 'Ouvrir le portail', path: '/login' },
        'Gardez cet e-mail : il contient l’adresse du portail et, ci-dessous, notre numéro de téléphone.',
      ],
    },
    en: {
      subject: `${laboratory}: welcome to the portal`,
      blocks: [
        `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
        `Your password is chosen and your access is open. Your identifier: ${login}`,
        { label: 'Open the portal', path: '/login' },
        'Keep this e-mail: it has the address of the portal and, below, our telephone number.',
      ],
    },
  })

export const passwordChangedMail = ({ firstName, lastName, login }: Greeted & { login: string }): Texts => ({
  fr: {
    subject: 'Votre mot de passe a été modifié',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      `Le mot de passe de l’identifiant ${login} vient d’être modifié. Vos autres appareils sont déconnectés.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe et prévenez votre laboratoire.',
      { label: 'Choisir un nouveau mot de passe', path: '/login#forgot' },
    ],
  },
  en: {
    subject: 'Your password was changed',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      `The password of the identifier ${login} has just been changed. Your other devices are signed out.`,
      'It was not you? Choose a new password at once, and tell your laboratory.',
      { label: 'Choose a new password', path: '/login#forgot' },
    ],
  },
})

export const newDeviceMail = ({ firstName, lastName }: Greeted, device: string): Texts => ({
  fr: {
    subject: 'Connexion depuis un nouvel appareil',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      `Votre compte vient d’être ouvert depuis un appareil que nous ne connaissions pas${device ? ` : ${device}` : ''}.`,
      'C’était vous ? Tout va bien. Sinon, choisissez tout de suite un nouveau mot de passe : tous les appareils seront déconnectés.',
      { label: 'Choisir un nouveau mot de passe', path: '/login#forgot' },
    ],
  },
  en: {
    subject: 'Sign-in from a new device',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      `Your account has just been opened from a device that we did not know${device ? `: ${device}` : ''}.`,
      'Was it you? All is well. If not, choose a new password at once: every device will be signed out.',
      { label: 'Choose a new password', path: '/login#forgot' },
    ],
  },
})

export const passkeyAddedMail = ({ firstName, lastName }: Greeted, passkey: string): Texts => ({
  fr: {
    subject: 'Une clé d’accès a été ajoutée',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      `Une clé d’accès vient d’être ajoutée à votre compte${passkey ? ` : ${nameInMail(passkey)}` : ''}. Elle permet de se connecter sans mot de passe.`,
      'C’était vous ? Tout va bien. Sinon, retirez-la tout de suite de votre compte, choisissez un nouveau mot de passe et prévenez votre laboratoire.',
      { label: 'Choisir un nouveau mot de passe', path: '/login#forgot' },
    ],
  },
  en: {
    subject: 'A passkey was added',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      `A passkey has just been added to your account${passkey ? `: ${nameInMail(passkey)}` : ''}. It signs in without the password.`,
      'Was it you? All is well. If not, remove it from your account at once, choose a new password, and tell your laboratory.',
      { label: 'Choose a new password', path: '/login#forgot' },
    ],
  },
})

export const passkeyRemovedMail = ({ firstName, lastName }: Greeted, passkey: string): Texts => ({
  fr: {
    subject: 'Une clé d’accès a été retirée',
    blocks: [
      `Bonjour ${nameInMail(`${firstName} ${lastName}`)},`,
      `Une clé d’accès vient d’être retirée de votre compte${passkey ? ` : ${nameInMail(passkey)}` : ''}. Elle ne permet plus de se connecter.`,
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe et prévenez votre laboratoire.',
      { label: 'Choisir un nouveau mot de passe', path: '/login#forgot' },
    ],
  },
  en: {
    subject: 'A passkey was removed',
    blocks: [
      `Hello ${nameInMail(`${firstName} ${lastName}`)},`,
      `A passkey has just been removed from your account${passkey ? `: ${nameInMail(passkey)}` : ''}. It signs in no more.`,
      'It was not you? Choose a new password at once, and tell your laboratory.',
      { label: 'Choose a new password', path: '/login#forgot' },
    ],
  },
})
