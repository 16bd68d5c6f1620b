import type { RefusalOf } from '#kit/contract.ts'
import type { privacyCalls } from '../contract.ts'

export const en = {
  title: 'Your data',
  description: 'Take what is kept about you with you.',
  descriptionWithErasure: 'Take what is kept about you with you, or ask the laboratory to forget you.',
  export: {
    own: {
      button: 'Download my data',
      title: 'Download my data',
      description:
        'A ZIP with a page to read, the same for a program, the record about you and the files you added. Keep it in a safe place: it names patients.',
    },
    practice: {
      button: 'Download the practice’s cases',
      title: 'Download the practice’s cases',
      description:
        'A ZIP with every case of the practice, its messages and its files. Keep it in a safe place: it names patients. It may take several minutes.',
    },
    password: 'Your current password',
    passwordRequired: 'Enter your current password.',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Download',
    failed: 'Nothing was downloaded',
    done: 'Downloaded',
    refusals: {
      password_wrong: 'The current password is incorrect, please try again.',
      too_many_requests: 'You have had several copies within the hour.',
    },
  },
  erasure: {
    title: 'Be forgotten',
    what: 'Goes: your name, e‑mail address, telephone and password, your sessions, your choices and what you have begun. Your account opens no more.',
    stays:
      'Stays, because the law demands it: the prescriptions, the statements of custom-made devices (10 years, 15 for implants) and the invoices (10 years at least), with the prescriber’s name on the statement. Messages and files stay with their case, without your name.',
    ask: 'Ask to be forgotten',
    confirmTitle: 'Ask the laboratory to forget you?',
    confirmHint: 'The laboratory decides. Until then nothing changes, and you may withdraw your request.',
    confirm: 'Send the request',
    keep: 'Keep my account',
    asked: 'Request sent to the laboratory',
    waiting: (day: string) => `You asked to be forgotten on ${day}. The laboratory decides.`,
    withdraw: 'Withdraw my request',
    withdrawn: 'Your request is withdrawn',
    refused: (day: string) => `The laboratory refused on ${day}:`,
    failed: 'Your request could not be loaded',
    notSent: 'Your request is as it was',
    refusals: {
      erasure_decided: 'The laboratory has decided already.',
    } satisfies Record<RefusalOf<typeof privacyCalls.withdrawErasure>, string>,
  },
}

export type OwnText = typeof en
