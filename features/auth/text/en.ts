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
    passkey: 'Use a passkey',
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
    description: 'A link lets you choose a new one.',
  },
  choose: {
    reset: { title: 'New password', description: 'Your other devices will be signed out.' },
    over: { title: 'This link is over', description: 'It has been used or has expired.' },
    invitation: { title: 'Welcome', description: 'Choose the password with which you will sign in.' },
  },
  logout: 'Log out',
  accountType: { manager: 'Manager', doctor: 'Doctor' },
  account: 'My account',
}

export type AuthText = typeof en
