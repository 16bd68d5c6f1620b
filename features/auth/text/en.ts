import type { RefusalOf } from '#kit/contract.ts'
import type { authCalls } from '../contract.ts'

export const en = {
  login: {
    title: 'Sign in',
    description: 'Follow your cases and your deliveries.',
    bothRequired: 'Both fields are required.',
    identifier: 'Identifier',
    identifierRequired: 'Identifier is required',
    password: 'Password',
    passwordRequired: 'Password is required',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    submit: 'Sign in',
    failed: 'Connection error',
    refusals: {
      credentials_wrong: 'Password or identifier incorrect, please try again',
    } satisfies Record<RefusalOf<typeof authCalls.login>, string>,
    forgotten: 'Forgotten password?',
    noAccount: 'Not a client yet?',
    createAccount: 'Create an account',
    ended: 'Your session has ended. Sign in to go on where you were.',
    unreachable: 'The portal could not be reached for a while. Sign in to go on where you were.',
  },
  forgotten: {
    title: 'Forgotten password',
    description: (company: string) => `${company} gives you a new one over the phone.`,
    steps: [
      'Have your identifier at hand, and the name of your practice.',
      'Ask for a new password: you get it while you are on the phone.',
      'Come back here and sign in with it.',
    ],
    back: 'Back to sign-in',
  },
  logout: 'Log out',
  accountType: { manager: 'Manager', doctor: 'Doctor' },
  laboratory: 'Laboratory',
}

export type AuthText = typeof en
