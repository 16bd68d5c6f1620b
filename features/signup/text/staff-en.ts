import type { RefusalOf } from '#kit/contract.ts'
import type { Language } from '#kit/language.ts'
import type { Likeness, SignupRequest, staffSignupCalls } from '../contract.ts'
import { longest } from '../input.ts'

export const en = {
  title: 'Requests for an account',
  description: 'From practices that want to join. Each is decided once.',
  tabs: { label: 'Which requests', waiting: 'To decide', decided: 'Decided' },
  columns: { name: 'From', identifier: 'Number', createdAt: 'Received', alike: 'Resembles', decided: 'Decision' },
  alikeCount: (count: number) => (count === 0 ? 'Nobody known' : `${count} already known`),
  nearby: (count: number) => (count === 1 ? '1 other from the same network' : `${count} others from the same network`),
  crowd: (most: number) =>
    `Many requests wait; the first ${most} are shown. What comes from a network that sends many stands last, and can be refused together, without a mail.`,
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
    nobody: 'Nobody known: no practice, person or other request has the same number, name, e-mail or address.',
    kinds: { practice: 'Practice', user: 'Person', request: 'Other request' },
    because: {
      number: 'same number',
      name: 'same name',
      email: 'same e-mail',
      address: 'same address',
    } satisfies Record<Likeness, string>,
    decide: 'Decide',
    practiceName: 'Name of the practice',
    practiceNameHint: 'As it stands on cases, sheets and invoices',
    suggestion: (person: string) => `Practice of ${person}`,
    nameMissing: 'Give the practice a name.',
    nameTooLong: `Use at most ${longest.name} characters.`,
    approve: 'Create the practice and invite',
    approveHint: (address: string) =>
      `An invitation is mailed to ${address}, by which they will sign in. Telephones, addresses and hours go into the practice’s account.`,
    approved: (name: string) => `${name} is a customer now`,
    invited: (address: string) => `The invitation is on its way to ${address}.`,
    refuse: 'Refuse…',
    refuseTitle: (person: string) => `Refuse the request of ${person}`,
    refuseDescription: (address: string, language: string) => `A mail says so to ${address}, in ${language}.`,
    reason: 'What you want to tell them',
    optional: '(optional)',
    reasonHint: 'Stands in the mail as you write it. Without a word of yours, the mail gives no reason.',
    reasonTooLong: `Use at most ${longest.comment} characters.`,
    silently: 'Refuse without a mail',
    silentlyHint: 'For what a machine has sent, or somebody with the address of another.',
    silentDescription: 'Nobody is told of it.',
    withNearby: (count: number) =>
      count === 1
        ? 'Refuse the other one that waits from the same network too'
        : `Refuse the ${count} others that wait from the same network too`,
    refuseSilently: 'Refuse without a mail',
    refuseAct: 'Refuse and send the mail',
    refused: (person: string) => `The request of ${person} is refused`,
    decidedBy: (state: string, name: string, moment: string) => `${state} by ${name}, ${moment}`,
    told: 'What the requester was told',
    toldNobody: 'Nobody was told.',
    toldNothing: 'The mail gave no reason.',
    refusals: {
      already_decided: 'A colleague has just decided this request. What they have decided stands above.',
      login_taken:
        'Somebody signs in with this e-mail address already. Refuse the request and tell them so, or help them with their password.',
    } satisfies Record<RefusalOf<typeof staffSignupCalls.approve>, string>,
  },
}

export type StaffSignupText = typeof en
