import { roles } from '#features/colleagues/text/en.ts'
import type { staffPracticeCalls } from '#features/practices/contract.ts'
import type { RefusalOf } from '#kit/contract.ts'
import type { Language } from '#kit/language.ts'
import type { Likeness, SignupRequest, staffSignupCalls } from '../contract.ts'
import { longest } from '../input.ts'

export const en = {
  title: 'Sign-ups',
  description: 'Requests of practices that want an account. Each is decided once.',
  tabs: { label: 'Which requests', waiting: 'To decide', decided: 'Decided' },
  columns: { name: 'From', identifier: 'Number', createdAt: 'Received', alike: 'Resembles', decided: 'Decision' },
  alikeCount: (count: number) => (count === 0 ? 'Nobody known' : `${count} already known`),
  nearby: (count: number) => (count === 1 ? '1 other from the same network' : `${count} others from the same network`),
  crowd: (most: number) =>
    `Many requests wait; the first ${most} are shown. What comes from a network that sends many stands last, and can be refused together, without an e‑mail.`,
  state: { waiting: 'To decide', approved: 'Approved', refused: 'Refused' } satisfies Record<
    SignupRequest['state'],
    string
  >,
  empty: {
    title: 'No request waits',
    description: 'What practices send from “Create an account” appears here at once.',
  },
  emptyDecided: {
    title: 'Nothing decided yet',
    description: 'Requests that were approved or refused are kept here for a year.',
  },
  failed: 'The requests could not be loaded',
  one: {
    failed: 'This request could not be loaded',
    outdated: 'This may be out of date.',
    received: (moment: string) => `Received ${moment}`,
    asked: 'The request',
    language: 'Language',
    languages: { fr: 'French', en: 'English' } satisfies Record<Language, string>,
    none: '–',
    alike: 'Resembles',
    nobody: 'Nobody known: no practice, person or other request has the same number, name, e‑mail or address.',
    kinds: { practice: 'Practice', user: 'Person', request: 'Other request' },
    because: {
      number: 'same number',
      name: 'same name',
      email: 'same e‑mail',
      address: 'same address',
    } satisfies Record<Likeness, string>,
    decide: 'Decide',
    practiceName: 'Name of the practice',
    practiceNameHint: 'As it stands on cases, sheets and invoices',
    suggestion: (person: string) => `Practice of ${person}`,
    nameMissing: 'Give the practice a name.',
    nameTooLong: `Use at most ${longest.name} characters.`,
    approve: 'Create the practice and invite',
    approveHint: (address: string) => `An invitation is mailed to ${address}, by which they will sign in.`,
    carriedOver: 'Telephones, addresses and hours go into the practice’s account.',
    approved: (name: string) => `${name} is a customer now`,
    invited: (address: string) => `The invitation is on its way to ${address}.`,
    approveHintUnmailed: (address: string) =>
      `They will sign in with ${address}. No e‑mail leaves this portal: you will hand the link of the invitation over yourself.`,
    notMailed: 'No e‑mail leaves: copy the link of the invitation and hand it over yourself.',
    open: (practice: string) => `Open ${practice}`,
    copyLink: 'Copy the link of the invitation…',
    linkRefusals: {
      not_waiting: 'This person has chosen a password already, or is kept out.',
    } satisfies Record<RefusalOf<typeof staffPracticeCalls.copyLink>, string>,
    join: {
      closed: 'This practice is disabled: enable it on its page to add somebody.',
      act: (practice: string) => `Add to ${practice}…`,
      title: (person: string, practice: string) => `Add ${person} to ${practice}`,
      role: 'Role',
      roles,
      submit: 'Add and invite',
      done: (person: string, practice: string) => `${person} belongs to ${practice} now`,
    },
    link: {
      act: 'Mail a link to sign in',
      actOn: (name: string) => `Mail a link to sign in to ${name}`,
      hint: 'With their identifier, to the address of the account. The request is answered by it: no practice is made.',
      done: (name: string) => `${name} is sent a link to sign in`,
      told: 'There is an account already: a link to sign in was mailed.',
    },
    refuse: 'Refuse the request…',
    refuseTitle: (person: string) => `Refuse the request of ${person}`,
    refuseDescription: (address: string, language: string) => `An e‑mail says so to ${address}, in ${language}.`,
    reason: 'What you want to tell them',
    optional: '(optional)',
    reasonHint: 'Stands in the e‑mail as you write it. Without a word of yours, the e‑mail gives no reason.',
    reasonTooLong: `Use at most ${longest.comment} characters.`,
    silently: 'Refuse without an e‑mail',
    silentlyHint: 'For what a machine has sent, or somebody with the address of another.',
    silentDescription: 'Nobody is told of it.',
    withNearby: (count: number) =>
      count === 1
        ? 'Refuse the other one that waits from the same network too'
        : `Refuse the ${count} others that wait from the same network too`,
    refuseSilently: 'Refuse without an e‑mail',
    refuseAct: 'Refuse and send the e‑mail',
    refused: (person: string) => `The request of ${person} is refused`,
    decidedBy: (state: string, name: string, moment: string) => `${state} by ${name}, ${moment}`,
    told: 'What the requester was told',
    toldNobody: 'Nobody was told.',
    toldNothing: 'The e‑mail gave no reason.',
    refusals: {
      practice_disabled: 'This practice is disabled: enable it on its page to add somebody.',
      already_decided: 'A colleague has just decided this request. What they have decided stands above.',
      login_taken:
        'Somebody signs in with this e‑mail address already. Refuse the request and tell them so, or help them with their password.',
      not_known: 'This person cannot come in, or their address has changed. Read it again.',
    } satisfies Record<RefusalOf<typeof staffSignupCalls.join> | RefusalOf<typeof staffSignupCalls.sendLink>, string>,
  },
}

export type StaffSignupText = typeof en
