import type { RefusalOf } from '#kit/contract.ts'
import { longestName } from '../input.ts'
import type { mergingCalls } from '../merging-contract.ts'

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const en = {
  title: 'Merge two practices',
  description: 'One goes into the other, with all it has. This cannot be undone.',
  search: 'Find the other practice',
  searchHint: 'Name, place or person',
  other: 'The other practice',
  choose: 'Choose the other practice.',
  notFound: 'The practices could not be loaded',
  none: 'No other practice has these words.',
  stays: 'Which one stays?',
  staying: (stays: string, goes: string) => `${stays} stays, ${goes} goes into it`,
  loading: 'Counting what would move…',
  failed: 'What would move could not be counted',
  kept: (goes: string, stays: string) => `${goes} cannot go into ${stays}`,
  obstacles: {
    has_books:
      'Invoices or payments are in its name: the law forbids rewriting them in the name of another, so it stays.',
    in_billing_run: 'A billing run that names it is under way: wait until it is over, then try again.',
    changes_pending: 'It has asked for a change that you have not answered yet: answer it first.',
    practice_disabled: 'Nobody of the practice that stays comes in at the moment: let them in again first.',
    too_many_cases: 'It has more than 5,000 cases, more than can move at once: it stays.',
  } satisfies Record<RefusalOf<typeof mergingCalls.merge>, string>,
  turned: (stays: string, goes: string) => `The other way round works: ${stays} stays, ${goes} goes into it`,
  turnedWhy: (name: string) => `${name} keeps its name, address, prices, days and all that has been invoiced.`,
  turn: (goes: string, stays: string) => `Let ${goes} go into ${stays}`,
  neither: (goes: string, stays: string) => `The other way round, ${goes} cannot go into ${stays} either`,
  bothBooks: 'Both have been invoiced: neither can go',
  instead:
    'Collect the balance under each name, close the access of the one that is no longer used and invite its people to the other.',
  page: (name: string) => `Open the page of ${name}`,
  books: (pieces: number, balance: string) => `${plural(pieces, 'piece', 'pieces')}, balance ${balance}.`,
  moves: (goes: string, stays: string) => `What moves from ${goes} to ${stays}`,
  cases: (count: number, open: number) =>
    count === 0 ? 'No case' : `${plural(count, 'case', 'cases')}, ${open} of them in progress`,
  people: (count: number) => `${plural(count, 'person', 'people')}: same password, same role, nobody is signed out`,
  drafts: (count: number) => plural(count, 'order not sent yet', 'orders not sent yet'),
  templates: (count: number) => plural(count, 'template', 'templates'),
  views: (count: number) => plural(count, 'saved list', 'saved lists'),
  unread: (count: number) => plural(count, 'unread mark', 'unread marks'),
  absences: (count: number, shared: number) =>
    `${plural(count, 'coming absence', 'coming absences')}${shared > 0 ? `, ${shared} on days that both have declared: kept once` : ''}`,
  pickups: (count: number, shared: number) =>
    `${plural(count, 'coming pickup', 'coming pickups')}${shared > 0 ? `, ${shared} on a half-day that both have: made one` : ''}`,
  supplies: (count: number) => plural(count, 'supply request', 'supply requests'),
  look: 'Look at this first',
  codes: (count: number, some: string) =>
    `${plural(count, 'patient code is', 'patient codes are')} used by both (${some}): their cases will stand under one patient.`,
  days: (count: number) =>
    `${plural(count, 'case is', 'cases are')} promised for a day on which the practice takes nothing in: the days stay as they were said.`,
  pickupsAway: (count: number) =>
    `${plural(count, 'pickup falls', 'pickups fall')} into an absence that the other practice has declared: ${count === 1 ? 'it stands' : 'they stand'}, cancel what no longer holds.`,
  instruction: (words: string) => `Its delivery instructions are not taken over: “${words}”`,
  keptOut: (count: number) =>
    count === 1
      ? 'One person who is kept out stays so, until you let them in.'
      : `${count} people who are kept out stay so, until you let them in.`,
  own: 'Prices, address, days, rounds and instructions are those of the practice that stays. What is signed keeps the name of its day.',
  name: (name: string) => `To confirm, type “${name}”`,
  nameBefore: 'To confirm, type the name of the practice that goes',
  nameRequired: 'Type the name of the practice that goes.',
  nameDiffers: 'This is not the name of the practice that goes.',
  nameTooLong: `Use at most ${longestName} characters.`,
  submit: 'Merge for good',
  notDone: 'Nothing was merged',
  done: (goes: string, stays: string) => `${goes} is now part of ${stays}`,
}
export type MergingText = typeof en
