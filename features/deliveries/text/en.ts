import type { Shift } from '#features/rides/contract.ts'
import type { StopState } from '../rules.ts'

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

export const en = {
  title: 'Delivery run',
  description: (day: string, done: number, all: number) =>
    all === 0 ? day : `${day} · ${done} of ${count(all, 'stop', 'stops')} done`,
  failed: 'The run sheet could not be loaded',
  outdated: 'This is the sheet as it was last loaded.',
  keptFrom: (moment: string) => `No network: this is the sheet of ${moment}, kept on this phone.`,
  nothing: {
    title: 'Nothing to bring or fetch',
    description: 'Cases promised for this day, and pickups, appear here at once.',
  },
  rounds: { none: 'Without a round', one: (name: string) => `${name} round` },
  states: { open: 'To do', done: 'Done', nobody_there: 'Nobody was there' } satisfies Record<StopState, string>,
  bring: 'To hand over',
  brought: 'Handed over',
  fetch: 'To fetch',
  count: (what: string, number: number) => `${what}: ${number}`,
  shifts: { AM: 'Morning', PM: 'Afternoon' },
  takes: {
    impression: (code: string) => `impression ${code}`,
    parts: (code: string) => `parts ${code}`,
    adjustment: (code: string) => `to adjust ${code}`,
  },
  promisedFor: (day: string) => `promised for ${day}`,
  notShipped: 'not said to have left',
  notSigned: 'sheet not signed',
  fetched: 'fetched',
  handed: 'handed over',
  instruction: 'Instructions',
  way: (address: string) => `Way to ${address}`,
  address: {
    copy: 'Copy the address',
    copied: (address: string) => `Copied: ${address}`,
    copyByHand: 'The browser does not allow copying: select the address.',
  },
  call: (name: string) => `Call ${name}`,
  handOver: 'Hand over',
  collect: 'Collect',
  nobody: 'Nobody there',
  takeBack: 'Take the hand-over back…',
  nobodyQuestion: {
    title: (name: string) => `Nobody at ${name}?`,
    description: 'The practice is told on the page of each case. What was to be brought stays to be brought.',
    confirm: 'Note that nobody was there',
    cancel: 'Back',
  },
  handedBy: (name: string, time: string, by: string) =>
    `Handed over${name ? ` to ${name}` : ''} at ${time}${by ? ` by ${by}` : ''}`,
  nobodyBy: (time: string, by: string) => `Nobody was there at ${time}${by ? ` (${by})` : ''}`,
  signature: (name: string) => `Signature, ${name}`,
  toSend: 'To be sent',
  order: {
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    drag: (name: string) => `Drag ${name}`,
    moved: (name: string, place: number, of: number) => `${name}: stop ${place} of ${of}`,
    failed: 'The order is not kept',
  },
  round: {
    act: 'Put into a round…',
    menu: (name: string) => `More for ${name}`,
  },
  absent: (days: string) => `Practice away ${days}: its pickup stands all the same`,
  closed: (weekday: string) => `Closed on ${weekday}s`,
  away: { AM: 'Nobody there in the morning', PM: 'Nobody there in the afternoon' } satisfies Record<Shift, string>,
  form: {
    handOver: {
      title: (name: string) => `Hand over at ${name}`,
      who: 'Received by',
      submit: 'Confirm the hand-over',
    },
    /** For a stop without deliveries. */
    collect: { title: (name: string) => `Collect at ${name}`, who: 'Given by', submit: 'Confirm the collection' },
    what: 'What is handed over and fetched',
    nothing: 'Tick at least what you hand over or fetch.',
    lastTime: (name: string) => `${name}, the last time`,
    optional: '(optional)',
    signature: 'Signature',
    clear: 'Clear the signature',
    tooLong: (most: number) => `Shorten this to ${most} characters.`,
    cancel: 'Cancel',
    close: 'Close',
  },
  unsent: {
    count: (handOvers: number, photos: number) =>
      `${[handOvers && count(handOvers, 'hand-over', 'hand-overs'), photos && count(photos, 'photo', 'photos')]
        .filter(Boolean)
        .join(' and ')} to be sent`,
    label: 'To be sent',
    none: 'Everything is sent',
    onlyOnPage: 'Only on this page: do not close it.',
    send: 'Send now',
  },
  notThatDay: 'A stop is noted from two weeks before to three days ahead. Open the sheet of today.',
}

export type DeliveriesText = typeof en
