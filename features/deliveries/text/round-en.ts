import type { RefusalOf } from '#kit/contract.ts'
import type { deliveryCalls } from '../contract.ts'

export const en = {
  title: (name: string) => `The round of ${name}`,
  label: 'Name of the round',
  hint: 'Left empty: no round. A round is there as long as a practice is in it.',
  known: (names: string) => `There are: ${names}`,
  submit: 'Save',
  failed: 'The round is not kept',
  tooLong: (most: number) => `Shorten this to ${most} characters.`,
  refused: {
    handOver: (practice: string) => `Not taken: ${practice}`,
    photo: (practice: string) => `Photo not taken: ${practice}`,
    drop: 'Remove',
    refusals: {
      stop_done: 'A colleague has already noted this stop, or nothing of it was left to be done.',
    } satisfies Record<Exclude<RefusalOf<typeof deliveryCalls.handOver>, 'not_that_day'>, string>,
  },
  leftOut: {
    title: 'Left out',
    absent: (days: string) => `absent ${days}`,
    pickupsOnly: 'pickup only',
  },
}
export type RoundText = typeof en
