import type { RefusalOf } from '#kit/contract.ts'
import type { passwordCalls } from '../password-contract.ts'

const rule =
  'At least 12 characters, with at least 1 number, 1 letter and 1 special character. Not a common password, not the current one, and none with your name in it.'

export const en = {
  fields: {
    identifier: 'Identifier',
    current: 'Current password',
    new: 'New password',
    confirmation: 'New password, once more',
    rule,
    show: 'Show the password',
    hide: 'Hide the password',
  },
  faults: {
    identifierRequired: 'Identifier is required',
    currentRequired: 'Current password is required',
    required: 'Password is required',
    confirmationRequired: 'Type the new password once more',
    not_identical: 'The passwords entered are not identical.',
    too_short: 'At least 12 characters.',
    too_long: 'At most 1000 characters.',
    letter_missing: 'At least 1 letter.',
    number_missing: 'At least 1 number.',
    special_missing: 'At least 1 special character, such as a space or a comma.',
  },
  refusals: {
    password_wrong: 'Current password is incorrect, please try again.',
    password_common: 'This password is among those that are tried first. Choose another one.',
    password_unchanged: 'This is the password that you have already. Choose another one.',
    password_personal: 'Leave out your name, your identifier, your e‑mail address and the name of the laboratory.',
  } satisfies Record<RefusalOf<typeof passwordCalls.change>, string>,
  forgotten: {
    submit: 'Send the link',
    sent: (login: string) => `If ${login} has an account here, an e‑mail is on its way.`,
    sentDetails: 'Its link works for 30 minutes. Nothing after a few minutes? Look among unwanted mail, or call us.',
    notMailed: 'This portal sends no e‑mail',
    notMailedDetails: 'Call the laboratory, which will help you choose a new password:',
    again: 'Try another identifier',
    back: 'Back to sign-in',
  },
  choose: {
    loading: 'Looking at your link',
    submit: 'Save and sign in',
    done: 'Your password is saved',
    over: 'You have chosen a password already? Sign in. If not, have another link sent.',
    signIn: 'Sign in',
    lost: 'Open the link of the e‑mail once more.',
    askAgain: 'Have another link sent',
    retry: 'Try again',
  },
  security: {
    title: 'Security',
    changeTitle: 'Change password',
    changeHint: 'Your other devices will be signed out.',
    submit: 'Change the password',
    changed: 'Your password is changed',
    changedDetails: 'Your other devices are signed out.',
  },
  sessions: {
    title: 'Where you are signed in',
    description: 'A device is signed out after 12 hours without use, and after 30 days in any case.',
    device: 'Device',
    unknown: 'Unknown device',
    here: 'This device',
    used: 'Last used',
    begun: 'Signed in',
    act: 'Sign out',
    end: (device: string) => `Sign out: ${device}`,
    ended: 'The device is signed out',
    endOthers: 'Sign out all other devices',
    endOthersQuestion: 'Sign out all other devices?',
    endOthersDetails: 'Whoever works there has to sign in again.',
    othersEnded: 'All other devices are signed out',
    othersNotEnded: 'The other devices stay signed in',
    failed: 'The list of devices could not be loaded',
  },
}

export type PasswordText = typeof en
