import type { orderingCalls } from '../contract.ts'

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

export const en = {
  title: (code: string) => `Change ${code}`,
  save: 'Save the changes',
  failed: 'The changes are not saved',
  done: (code: string) => `${code} is changed, and the laboratory is told`,
  asked: (code: string) => `The change of ${code} is asked of the laboratory`,
  stays: (day: string) => `Delivery ${day}, as before`,
  moves: (day: string, before: string) => `Delivery ${day}, instead of ${before}`,
  missed: (day: string) => `Promised for ${day} and not there yet: within 24 h`,
  meaning: (before: number) =>
    before < 0
      ? `${days(-before)} too late for the appointment`
      : before === 0
        ? 'on the day of the appointment itself'
        : before === 1
          ? 'ready the day before the appointment'
          : `ready ${days(before)} before the appointment`,
  asks: {
    begun: 'It is being made: teeth, shade and comment change once the laboratory says yes.',
    remake: 'It is made again at no charge: for other teeth, or more of it, the laboratory has to say yes.',
    offered: 'The laboratory offers this work: for other teeth, or more of it, it has to say yes.',
  },
  tooFewTeeth: 'Choose more teeth: this work takes more of them.',
  dayAndTime: 'Enter a day that exists and a time, for instance 04/12/2026 and 09:30.',
  tooLong: (most: number) => `Shorten the comment to ${most.toLocaleString('en')} characters.`,
  refusals: {
    order_over: 'The case has left or was cancelled meanwhile.',
    request_open: 'A change has been asked for already: the laboratory has not answered yet.',
  } satisfies Record<keyof typeof orderingCalls.change.refusals, string>,
}
export type ChangeText = typeof en
