import type { AccountField, AccountPart, accountCalls } from '../contract.ts'

type Calls = typeof accountCalls
type Refusal = keyof Calls['changePersonal']['refusals'] | keyof Calls['withdraw']['refusals']

const parts: Record<AccountPart, string> = {
  personal_information: 'Personal information',
  contact_information: 'Contact information',
  delivery_instruction: 'Delivery instructions',
}
const fields: Record<AccountField, string> = {
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  login: 'Identifier',
  email: 'E‑mail address',
  phone: 'Telephone',
  mobile: 'Mobile',
  emails: 'E‑mail addresses',
  deliveryInstruction: 'Instructions for the driver',
  deliveryDays: 'Days of delivery',
  openingDays: 'Days on which you see patients',
}
const refusals: Record<Refusal, string> = {
  change_pending: 'A colleague has already asked for this to be changed. Speak to them, or wait for the laboratory.',
  change_decided: 'The laboratory has already decided. What it has decided is shown on the page.',
  password_wrong: 'Current password is incorrect, please try again.',
}

export const en = {
  title: 'My account',
  colleagues: 'Colleagues',
  description: (practice: string) => `What the laboratory knows of you and of ${practice}.`,
  sections: {
    label: 'On this page',
    you: 'You',
    practice: 'Practice',
    notices: 'Notifications',
    security: 'Security',
    privacy: 'Your data',
  },
  parts,
  fields,
  none: 'None',
  change: (part: string) => `Change: ${part}`,
  edit: 'Change…',
  failed: 'Your account could not be loaded',
  outdated: 'This page may not be up to date',
  address: {
    title: 'Office address',
    label: 'Address',
    how: 'Only the laboratory changes it, since drivers and invoices go by it. To have it changed, call customer service:',
  },
  changes: {
    table: 'What changes',
    field: 'Field',
    before: 'Before',
    after: 'After',
    states: {
      pending: 'Waiting for the laboratory',
      applied: 'Applied',
      refused: 'Refused',
      withdrawn: 'Withdrawn',
    },
    askedByYou: (when: string) => `You asked for it on ${when}.`,
    askedBy: (name: string, when: string) => `${name} asked for it on ${when}.`,
    decided: (when: string) => `Decided on ${when}.`,
    withdrawnBy: (name: string, when: string) => `${name} withdrew it on ${when}.`,
    reason: 'Answer of the laboratory:',
  },
  withdrawal: {
    act: 'Withdraw the request',
    actOn: (part: string) => `Withdraw the request: ${part}`,
    title: (part: string) => `Withdraw the request “${part}”?`,
    description: 'The laboratory will not see it any more, and nothing changes.',
    descriptionOf: (name: string) =>
      `It is the request of ${name}, who will see that it was withdrawn and by whom. The laboratory will not see it any more, and nothing changes.`,
    keep: 'Keep the request',
    done: 'Request withdrawn',
    failed: 'The request is not withdrawn',
  },
  form: {
    description: 'Your request goes to the laboratory, which applies or refuses it. Until then nothing changes.',
    submit: 'Send the request',
    sent: 'Request sent to the laboratory',
    sentNext: 'You will be told here what it decides, and by e‑mail as you have chosen.',
    sentNextHere: 'You will be told here what it decides.',
    takenBack: 'Nothing is left to change',
    takenBackNext: 'Your request is withdrawn: what you want is what holds.',
    failed: 'The request is not sent',
    optional: '(optional)',
    ownPending:
      'Your request waits for the laboratory, and stands in the fields below: what you change here becomes part of it.',
    wanted: (value: string) => `What is asked for: ${value}`,
    pendingField: (name: string, mayWithdraw: boolean) =>
      `${name} has already asked for this to be changed: wait for the laboratory to decide${mayWithdraw ? ', or withdraw their request first, on this page' : ''}.`,
    loginHint: 'What you type to sign in.',
    password: 'Your current password',
    passwordHint: 'Asked for because whoever has the identifier or the e‑mail address can get into the account.',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    emailsHint: 'One or several. Press Enter after each, or paste a list.',
    removeEmail: (address: string) => `Remove ${address}`,
    keptEmail: (address: string) => `${address} added`,
    instructionHint: 'Door code, floor, where to ring, when the practice is closed at noon.',
    faults: {
      firstName: 'Enter a first name.',
      lastName: 'Enter a last name.',
      login: 'Enter an identifier.',
      loginForm: 'An identifier has letters without accents, digits and . _ @ + - only.',
      email: 'Enter an address such as name@practice.com.',
      phone: 'Enter a telephone number.',
      phoneForm: 'Enter a number with at least 6 digits.',
      password: 'Enter your current password.',
      emails: 'Enter at least one address.',
      emailForm: (address: string) => `“${address}” is no e‑mail address. Enter one such as name@practice.com.`,
      emailTwice: (address: string) => `${address} is in the list already.`,
      emailsForm: 'One of these is no e‑mail address. Enter addresses such as name@practice.com.',
      emailsTwice: 'One of these addresses is in the list twice.',
      emailsMany: 'Ten addresses at most.',
      days: 'Choose at least one day.',
      tooLong: 'This is too long. Shorten it.',
    },
  },
  refusals,
}

export type AccountPageText = typeof en
