import type { RefusalOf } from '#kit/contract.ts'
import type { Erasure, ReadKind, staffPrivacyCalls } from '../contract.ts'
import type { RemovalKind } from '../removal-kinds.ts'

export const en = {
  title: 'Privacy',
  description: 'Who asks to be forgotten, who has read a case, and what has gone because its time was over.',
  erasures: {
    title: 'Requests to be forgotten',
    none: 'Nobody has asked to be forgotten.',
    failed: 'The requests could not be loaded',
    asked: (practice: string, day: string) => `${practice}, asked on ${day}`,
    state: {
      waiting: 'Waiting',
      withdrawn: 'Withdrawn',
      refused: 'Refused',
      carried_out: 'Forgotten',
    } satisfies Record<Erasure['state'], string>,
    stays: ({ cases, statements, messages, files }: Erasure['stays']) =>
      `Stays without their name: ${cases} case${cases === 1 ? '' : 's'}, ${messages} message${messages === 1 ? '' : 's'}, ${files} file${files === 1 ? '' : 's'}. Stays with it, as the law demands: prescriptions and ${statements} statement${statements === 1 ? '' : 's'}.`,
    lastManager: 'This is the last manager of the practice: nobody there could let colleagues in.',
    carryOut: (name: string) => `Forget ${name}`,
    confirmTitle: (name: string) => `Forget ${name}?`,
    confirmHint: 'Their account names nobody from then on and opens no more. It cannot be undone.',
    keep: 'Keep the account',
    done: 'The account is erased; its owner is told by e‑mail',
    refuseTitle: (name: string) => `Refuse the request of ${name}`,
    refuseHint: 'Your sentence is mailed to them and stands on their account.',
    reason: 'Why',
    required: 'Write a sentence.',
    tooLong: (most: number) => `Use at most ${most} characters.`,
    submit: 'Refuse the request',
    refused: 'The refusal is on its way',
    notDone: 'Nothing was decided',
    refusals: {
      erasure_decided: 'This request has been decided already.',
    } satisfies Record<RefusalOf<typeof staffPrivacyCalls.carryOut>, string>,
  },
  readers: {
    title: 'Who has read a case',
    search: 'Number of the case',
    searchHint: 'T-26-0413',
    find: 'Search',
    hint: 'What you look up here is on record too.',
    none: 'There is no case with this number',
    noneHint: 'The beginning of a number is enough; of the latest cases, any part of it.',
    failed: 'This could not be loaded',
    nobody: 'Nobody has read it in the last twelve months.',
    caption: (code: string) => `Who has read ${code}`,
    columns: { who: 'Who', what: 'What', at: 'When' },
    kinds: {
      case_viewed: 'The case',
      files_viewed: 'The list of files',
      messages_viewed: 'The messages',
      document_viewed: 'The traceability sheet',
      attachment_downloaded: 'A file',
      case_readers_viewed: 'Who has read it',
      practice_exported: 'A copy of all cases of the practice',
      data_exported: 'A copy of their own data, with the cases they ordered',
    } satisfies Record<ReadKind, string>,
    laboratory: 'The laboratory',
    unknown: 'Unknown',
    older: 'Show older ones',
    erase: 'Erase the patient’s name',
    eraseTitle: (code: string) => `Erase the patient’s name from ${code}?`,
    eraseHint:
      'It goes from the case, from what was written in it and from the names of its files. The patient’s code stays. It cannot be undone.',
    eraseDo: 'Erase the name',
    erased: 'The name is erased',
    notErased: 'The name was not erased',
    keep: 'Keep the name',
  },
  retention: {
    title: 'What is kept how long',
    hint: 'Where a law says how long, the portal keeps to it and nobody can shorten it. Only where none does, the laboratory chooses.',
    failed: 'This could not be loaded',
    columns: { what: 'What', long: 'How long', who: 'Who says so', act: 'Change' },
    law: {
      invoices: {
        what: 'Invoices, payments and their documents',
        long: '10 years at least, until a person decides',
        who: 'Commercial code, L123-22',
      },
      statements: {
        what: 'Statements of devices',
        long: '10 years; 15 for implants',
        who: 'Regulation (EU) 2017/745, Annex XIII, 4',
      },
      audit: { what: 'The audit log', long: '12 months', who: 'CNIL 2021-122: six to twelve months' },
    },
    names: 'Names of patients on finished cases, and times measured at places of work',
    namesWho:
      'The laboratory: no law says how long; the statements, which the law requires to be kept, name the patient by the code',
    months: (count: number) =>
      count % 12 === 0
        ? `${count / 12} year${count === 12 ? '' : 's'} from the order`
        : `${count} months from the order`,
    change: 'Change',
    changeNames: 'Change how long names of patients are kept',
    dialog: {
      title: 'How long are names of patients kept?',
      hint: 'Of finished cases the name goes then, from the case, its texts and the names of its files; the patient’s code stays. Times measured at places of work go at the same age.',
      choice: 'Kept for',
      goes: (count: number, most: number) =>
        count > most
          ? `More than ${most} names go within the hour. They do not come back.`
          : count === 0
            ? 'No name goes now.'
            : `${count} name${count === 1 ? ' goes' : 's go'} within the hour, and ${count === 1 ? 'does' : 'do'} not come back.`,
      uncounted: 'How many names go now could not be counted. Choose again, or try later.',
      confirm: (time: string) => `Keep names for ${time}`,
      keep: 'Cancel',
      done: 'This is how long names are kept from now on',
      failed: 'Nothing was changed',
    },
  },
  removals: {
    title: 'What has gone because its time was over',
    none: 'Nothing yet.',
    failed: 'This could not be loaded',
    columns: { kind: 'What', count: 'How much', until: 'All before', at: 'Gone on' },
    each: 'as each says',
    kinds: {
      audit: 'Lines of the record (12 months)',
      statements: 'Statements of devices (10 or 15 years)',
      patient_names: 'Names of patients on finished cases',
      station_visits: 'Times measured at places of work',
      sessions: 'Sign-ins (90 days)',
      answers: 'Answers for a second try (48 hours)',
      links: 'Password links that were over',
      mails: 'E‑mails (30 days)',
      signups: 'Decided requests for an account (12 months)',
      drafts: 'Prescriptions begun and never sent (12 months)',
      unread: 'Unread marks (60 days)',
      sandbox_checkouts: 'Trial payments (12 months)',
      imports: 'Files opened and never imported (24 hours)',
    } satisfies Record<RemovalKind, string>,
  },
}

export type StaffPrivacyText = typeof en
