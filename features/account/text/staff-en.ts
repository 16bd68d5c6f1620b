import type { staffAccountCalls } from '../contract.ts'

type Refusal = keyof (typeof staffAccountCalls)['apply']['refusals']

const refusals: Record<Refusal, string> = {
  change_decided: 'Somebody else has just decided, or the request has been withdrawn.',
  change_moved: 'What is shown has just changed. Read it again before you decide.',
  login_taken:
    'This identifier belongs to another account. Refuse the request with a sentence, or speak to the practice.',
}

export const en = {
  title: 'Changes',
  description: 'What practices want changed about themselves and their accounts. Nothing changes before you apply it.',
  empty: 'No request waits',
  emptyDescription: 'What practices ask for on their account page appears here at once.',
  failed: 'The requests could not be loaded',
  outdated: 'This list may not be up to date',
  found: (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`,
  asked: (name: string, when: string) => `${name}, ${when}`,
  moved: (value: string) => `Changed since. Today: ${value}`,
  movedNotice: 'Something has changed since this was asked for: applying it replaces today’s value.',
  apply: (practice: string) => `Apply for ${practice}`,
  applyShort: 'Apply…',
  applying: {
    title: (practice: string) => `Apply the request of ${practice}?`,
    description: 'It holds at once. Whoever asked is told in the portal and by e‑mail, as they have chosen.',
    confirm: 'Apply the request',
    cancel: 'Not yet',
  },
  /** Promised deliveries that move with a practice's other days. */
  moving: {
    looking: 'Looking for deliveries that move…',
    failed: 'The deliveries that move are not known',
    none: 'No promised delivery moves.',
    /** `late` of the deliveries come too late, and `already` of those did so before. */
    some: (count: number, late: number, already: number) => {
      if (count === 1)
        return `1 promised delivery moves${late === 0 ? '' : `, past the appointment${already === 0 ? '' : ' (as before)'}`}`
      const before = already === 0 ? '' : ` (${already} ${already === 1 ? 'was' : 'were'} already)`
      return `${count} promised deliveries move${late === 0 ? '' : `, ${late} of them past the appointment${before}`}`
    },
    list: 'Deliveries that move',
    line: (to: string, from: string) => `${to}, instead of ${from}`,
    late: (at: string) => `past the appointment: ${at}`,
    lateAlready: (at: string) => `past the appointment already: ${at}`,
    appointment: (at: string) => `appointment ${at}`,
    more: (count: number) => `and ${count} ${count === 1 ? 'other' : 'others'}`,
  },
  applied: (practice: string) => `The request of ${practice} is applied`,
  refused: (practice: string) => `The request of ${practice} is refused`,
  refuse: (practice: string) => `Refuse for ${practice}`,
  refuseShort: 'Refuse…',
  notDecided: 'The request is not decided',
  told: 'Whoever asked is told in the portal, and by e‑mail as they have chosen.',
  refusal: {
    title: (practice: string) => `Refuse the request of ${practice}`,
    description:
      'Nothing changes. Whoever asked reads your sentence in the portal, and in an e‑mail as they have chosen.',
    reason: 'Your answer',
    reasonHint: 'What is wrong with it, and what to do instead.',
    required: 'Write a sentence for whoever asked.',
    tooLong: 'This is too long. Shorten it.',
    submit: 'Refuse the request',
    failed: 'The request is not refused',
  },
  refusals,
}

export type StaffAccountText = typeof en
