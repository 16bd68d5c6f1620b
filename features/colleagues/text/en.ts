import type { colleagueCalls } from '../contract.ts'
import type { ColleagueRole } from '../rules.ts'

type Calls = typeof colleagueCalls
type Refusal =
  | keyof Calls['invite']['refusals']
  | keyof Calls['change']['refusals']
  | keyof Calls['inviteAgain']['refusals']
  | keyof Calls['withdraw']['refusals']

const refusals: Record<Refusal, string> = {
  login_taken:
    'This address already signs in at the laboratory. Look for it in your list, enter another one, or call the laboratory.',
  own_account: 'Nobody changes their own role. Ask another manager of the practice, or the laboratory.',
  kept_out_by_laboratory: 'The laboratory keeps this person out: only the laboratory lets them in again. Call it.',
  already_active: 'They have chosen a password already: there is nothing to invite them to.',
  colleague_disabled: 'This account is disabled. Enable it first, then invite again.',
  colleague_named: 'Cases name this colleague already: disable the account instead.',
}

/** The same words for the practice and for the laboratory. */
export const roles: Record<ColleagueRole, string> = {
  manager: 'Manager',
  doctor: 'Doctor',
  practiceDoctor: 'Doctor, without absences and invoices',
}

export const en = {
  title: 'Colleagues',
  description: 'Who of the practice comes in, and what they may do.',
  invite: 'Invite a colleague',
  failed: 'Your colleagues could not be loaded',
  outdated: 'This list may be out of date',
  caption: 'The people of the practice',
  you: '(you)',
  columns: { name: 'Name', type: 'Role', state: 'State', actions: 'Actions' },
  roles,
  mayDo: {
    manager: 'Sees everything and decides who comes in.',
    doctor: 'Orders and follows cases, declares absences, sees and pays invoices.',
    practiceDoctor: 'Orders and follows cases; sees neither absences nor invoices of the practice.',
  },
  dlcpm: 'DLCPM',
  states: { toInvite: 'To invite', invited: 'Invited', active: 'Active', disabled: 'Disabled' },
  invitedUntil: (when: string) => `Link good until ${when}`,
  invitationOver: 'No invitation that holds: invite them',
  actions: (name: string) => `Actions for ${name}`,
  acts: {
    change: 'Change the role…',
    inviteAgain: 'Invite again',
    correct: 'Correct the address and invite again…',
    withdraw: 'Withdraw the invitation…',
    disable: 'Disable…',
    enable: 'Enable again',
  },
  form: {
    title: 'Invite a colleague',
    description: 'They are mailed a link with which to choose a password.',
    submit: 'Send the invitation',
    failed: 'Nobody has been invited',
    optional: '(optional)',
    honorific: 'Title',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E‑mail address',
    emailHint: 'It is also what they sign in with.',
    type: 'Role',
    done: (name: string) => `${name} is invited`,
    doneNext: 'The link in the e‑mail is good for 7 days.',
    faults: {
      firstName: 'Enter a first name.',
      lastName: 'Enter a last name.',
      email: 'Enter an address such as name@practice.com.',
      tooLong: 'This is too long. Shorten it.',
    },
  },
  change: {
    title: (name: string) => `The role of ${name}`,
    description: 'It holds from their next action on, without signing in again.',
    submit: 'Save',
    failed: 'The role is not changed',
    done: (name: string) => `The role of ${name} is changed`,
  },
  disabling: {
    title: (name: string) => `Disable ${name}?`,
    description: 'They are signed out everywhere at once and cannot sign in. You can enable them again at any time.',
    confirm: (name: string) => `Disable ${name}`,
    cancel: 'Leave as it is',
    failed: 'The account is not disabled',
    done: (name: string) => `${name} is disabled`,
  },
  enabled: (name: string) => `${name} is enabled again`,
  enabledNext: 'They can sign in.',
  invitedAgain: (name: string) => `${name} is invited again`,
  invitedAgainNext: 'The earlier link is over; the new one is good for 7 days.',
  noMails: {
    title: 'No e‑mail goes out',
    notice: 'This portal sends no e‑mail: the laboratory hands the link to whoever you invite. Call it:',
    description: 'No e‑mail goes out: the laboratory hands them the link with which to choose a password.',
    submit: 'Invite',
    next: (phone: string) => `No e‑mail goes out: the laboratory hands the link over. Call it: ${phone}`,
    state: 'Invited',
    handedOver: 'The laboratory hands the link over',
  },
  notDone: 'This has not been done',
  refusals,
}

export type ColleaguesText = typeof en
