import type { RefusalOf } from '#kit/contract.ts'
import type { whyUnanswered } from '../rules.ts'
import type { staffProgramCalls } from '../staff-contract.ts'
import { longestAddress, longestProgramName, mostPrograms } from '../staff-input.ts'

type Refusal = RefusalOf<typeof staffProgramCalls.add> | RefusalOf<typeof staffProgramCalls.setToldAt> | 'not_found'
type Why = ReturnType<typeof whyUnanswered>

export const en = {
  title: 'Software',
  description: 'The laboratory’s own software that fetches cases here and says where they are, each with a key.',
  add: 'Let software in',
  failed: 'The software could not be loaded',
  none: 'No software is let in',
  noneAdvice:
    'Your management software can fetch here what practices order, and say here where each case is and what you have invoiced: nothing is typed twice. For that it needs a key.',
  columns: { name: 'Name', keys: 'Key', toldAt: 'Told at', actions: 'Actions' },
  since: (day: string) => `Let in on ${day}`,
  removed: (day: string) => `Removed on ${day}`,
  noKey: 'No key',
  seen: (at: string) => `Last used: ${at}`,
  neverSeen: 'Never used',
  ends: (at: string) => `Ends: ${at}`,
  toTenMinutes: 'When a key was last used is known to the nearest ten minutes.',
  notTold: 'Nowhere: it comes by itself',
  notYetTold: 'Nothing sent yet',
  answered: (at: string) => `Last answered: ${at}`,
  failing: 'Does not answer',
  failingSince: (at: string, why: string) => `Since ${at}: ${why}`,
  why: {
    moved: word => `it leads elsewhere (${word}). Give the address where it leads.`,
    refused: word => `it turns these messages away (${word}).`,
    missing: word => `there is no such address (${word}).`,
    faulty: word => `it answers with an error (${word}).`,
    nameless: word => `its name is not known on the internet (${word}).`,
    closed: word => `nothing listens there (${word}).`,
    slow: word => `it takes too long to answer (${word}).`,
    uncertified: word => `its certificate is not valid (${word}).`,
    unreachable: word => `it cannot be reached (${word}).`,
  } satisfies Record<Why, (word: string) => string>,
  interface: {
    title: 'For whoever connects the software',
    address: 'Address of the interface',
    description: 'Its description (OpenAPI)',
    header: 'With each call',
    key: '<key>',
  },
  actionsFor: (name: string) => `Actions for ${name}`,
  refusals: {
    too_many_programs: `${mostPrograms} programs are let in already, and that is the most. Remove one that is no longer used.`,
    address_not_allowed: 'Give an address on the internet that begins with https://, without a password in it.',
    not_found: 'It has been removed in the meantime. Close this window: the list shows what is let in.',
  } satisfies Record<Refusal, string>,
  required: 'Fill in this field.',
  newProgram: {
    title: 'Let software in',
    description:
      'With its key it reads all cases and practices of the laboratory, says where cases are, and enters what you have invoiced and received. What it does stands under its name.',
    name: 'Its name',
    nameHint: 'The one by which you know it, “Dentalsoft” for example.',
    tooLong: `${longestProgramName} characters at most.`,
    submit: 'Let it in',
    failed: 'It is not let in',
  },
  key: {
    title: (name: string) => `The key of ${name}`,
    description: 'Copy it now: it is shown only this once. If it gets lost, make a new one.',
    label: 'Key',
    copy: 'Copy the key',
    copied: 'The key is copied.',
    copyByHand: 'Copy the key with the keyboard.',
  },
  newKey: {
    menu: 'New key…',
    title: (name: string) => `A new key for ${name}?`,
    goesOn: (hints: string, count: number) =>
      count === 1
        ? `The present one (${hints}) goes on for a day, so that the new one can be put in its place.`
        : `The present ones (${hints}) go on for a day at most, so that the new one can be put in their place.`,
    confirm: 'Make a new key',
    failed: 'No key was made',
  },
  again: {
    menu: 'Let it in again…',
    title: (name: string) => `Let ${name} in again?`,
    description:
      'It gets a new key, and finds its cases under the names that it has given them: it enters none a second time. Where it was told, it is told again.',
    confirm: 'Let it in again',
    failed: 'It is not let in',
  },
  removal: {
    menu: 'Remove…',
    title: (name: string) => `Remove ${name}?`,
    description:
      'Its keys end at once, and it is told nothing more. What it has done stays under its name, and it can be let in again.',
    confirm: (name: string) => `Remove ${name}`,
    done: (name: string) => `${name} is no longer let in`,
    failed: 'It was not removed',
  },
  tell: {
    menu: 'Tell it at an address…',
    change: 'Change the address…',
    title: (name: string) => `Where ${name} is told`,
    description:
      'A message is sent there when there is something to fetch, and that is all it says: nothing of a case, no name. The software then fetches it with its key.',
    url: 'Address',
    urlHint: 'On the internet, beginning with https://. Whoever connects the software knows it.',
    /** For installations of the laboratory's own. */
    within: {
      hint: 'On the internet or in your own network, beginning with https:// or http://. Whoever connects the software knows it.',
      refused: 'Give an address without a password in it.',
    },
    newSecret: 'Saving makes a new secret: the one before no longer signs anything.',
    wrong: 'Type an address like https://software.example/messages.',
    tooLong: `${longestAddress} characters at most.`,
    submit: 'Save the address',
    failed: 'The address was not saved',
  },
  secret: {
    title: (name: string) => `The secret of ${name}`,
    description:
      'Copy it now: it is shown only this once. Each message is signed with it as Standard Webhooks says, so that the software knows that it comes from here.',
    label: 'Secret',
    copy: 'Copy the secret',
    copied: 'The secret is copied.',
    copyByHand: 'Copy the secret with the keyboard.',
    next: 'If something waits to be fetched, a message leaves within a minute: the list then says whether the address answers.',
  },
  untelling: {
    menu: 'Stop telling it…',
    title: (name: string) => `Stop telling ${name}?`,
    description:
      'Nothing is sent to this address any more, and its secret is of no use. The software can still come by itself, with its key.',
    confirm: (name: string) => `Stop telling ${name}`,
    done: (name: string) => `${name} is no longer told`,
    failed: 'It is still told',
  },
}
export type ProgramsText = typeof en
