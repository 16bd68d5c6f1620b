import type { Shift } from '#features/rides/contract.ts'
import type { Absence } from '../contract.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const halves: Record<Shift, string> = { AM: 'morning', PM: 'afternoon' }
const period = (from: string, to: string | undefined, { on }: { on: string }) =>
  to ? `from ${from} to ${to}` : `${on} ${from}`

export const en = {
  title: 'Absences',
  description: 'The days your practice is closed. The laboratory moves the deliveries planned for them.',
  add: 'Declare an absence',
  views: 'Views',
  tabs: { upcoming: 'Upcoming', all: 'All' },
  columns: { dates: 'Dates', duration: 'Duration', delivery: 'Delivery', actions: 'Actions' },
  dates: (from: string, to?: string) => (to ? `${from} to ${to}` : from),
  days: (count: number) =>
    count === 0.5 ? 'half a day' : count % 1 ? `${Math.floor(count)}½ days` : counted(count, 'day', 'days'),
  /** For a recurring absence; `to` only when it lasts longer than a day. */
  every: {
    week: (from: string, to?: string) => (to ? `Every week, ${from} to ${to}` : `Every ${from}`),
    year: (from: string, to?: string) => (to ? `Every year, ${from} to ${to}` : `Every year, ${from}`),
  },
  acts: { show: 'Dates', edit: 'Change', remove: 'Delete' },
  series: {
    until: (day: string) => `until ${day}`,
    next: (when: string) => `next ${when}`,
    show: (name: string) => `See all dates: ${name}`,
    description: 'Each date can be changed or deleted by itself, with those after it, or with the whole series.',
    removeAll: (count: number) => `Delete ${counted(count, 'date', 'dates')} to come`,
    remove: (name: string) => `Delete the absence: ${name}`,
    question: (name: string) => `Delete the absence? ${name}`,
    done: (count: number) => `${counted(count, 'date', 'dates')} deleted`,
  },
  ongoing: 'under way',
  over: 'over',
  possible: 'Delivery possible',
  impossible: 'No delivery',
  found: (count: number) => counted(count, 'absence', 'absences'),
  empty: {
    upcoming: {
      title: 'No absence to come',
      description: 'Declare your holidays as soon as you know them: nothing is then delivered to a closed door.',
    },
    all: {
      title: 'No absence declared yet',
      description: 'Declare your holidays as soon as you know them: nothing is then delivered to a closed door.',
    },
  },
  failed: 'The absences could not be loaded',
  outdated: 'This list may be out of date',
  form: {
    title: 'Declare an absence',
    required: 'Both days are required. They are part of the absence.',
    from: 'First day',
    to: 'Last day',
    format: 'Day, month, year: DD/MM/YYYY',
    there: (from: string, to?: string) =>
      to ? `absence already there, ${from} to ${to}` : `absence already there, ${from}`,
    pickFrom: 'Pick the first day in the calendar',
    pickTo: 'Pick the last day in the calendar',
    fromShift: 'Begins',
    fromShifts: { AM: 'in the morning', PM: 'at noon' } satisfies Record<Shift, string>,
    toShift: 'Ends',
    toShifts: { AM: 'at noon', PM: 'in the evening' } satisfies Record<Shift, string>,
    every: 'Comes back',
    once: 'no, only once',
    paces: { week: 'every week', year: 'every year' } satisfies Record<NonNullable<Absence['every']>, string>,
    until: 'Comes back until',
    untilHint: { week: 'Two years at most. DD/MM/YYYY', year: 'Ten years at most. DD/MM/YYYY' },
    pickUntil: 'Pick in the calendar until when it comes back',
    deliveryPossible: 'Delivery is possible all the same',
    deliveryHint: 'Somebody is there to take cases in: deliveries planned for these days stay where they are.',
    length: (days: string, from: string, to: string) => `Absence of ${days}: ${from} to ${to}`,
    lengthOfOne: (days: string, day: string) => `Absence of ${days}: ${day}`,
    submit: 'Declare the absence',
    failed: 'The absence is not declared',
    overlaps: 'An absence already exists for this period.',
    overlapping: (from: string, to?: string) => `Overlaps the one ${period(from, to, { on: 'of' })}.`,
    other: (from: string, to?: string) => (to ? `It is from ${from} to ${to}.` : `It is the one on ${from}.`),
    faults: {
      fromMissing: 'Give the first day.',
      toMissing: 'Give the last day.',
      notADay: 'Give a day that exists, as DD/MM/YYYY.',
      before_from: 'Give a day that does not come before the first one.',
      in_the_past: 'This absence is already over. Give a day from today on.',
      too_long: 'An absence takes at most 366 days. Give an earlier day.',
      endsBefore: 'It ends before it begins. Choose another half of the day.',
      overlaps_itself: 'It lasts into its next time. Give an earlier day.',
      untilMissing: 'Give the day until which it comes back.',
      comes_once: 'Until then it does not come back. Give a later day.',
      too_far: 'That is too far ahead. Give an earlier day.',
    },
  },
  edit: {
    act: (from: string, to?: string) => `Change the absence ${period(from, to, { on: 'on' })}`,
    submit: 'Save the absence',
    failed: 'The absence is not changed',
    series: (name: string) => `Change the absence: ${name}`,
    ofSeries:
      'Each date stays in its week or year. One that was changed by itself follows the others again; one that was deleted stays so.',
    doneAll: (count: number) => `${counted(count, 'date', 'dates')} changed`,
    done: (from: string, to?: string) => `Absence ${period(from, to, { on: 'on' })} changed`,
  },
  /** The scope of a change to a recurring absence. */
  scope: {
    change: 'What do you change?',
    remove: 'What do you delete?',
    one: (from: string, to?: string) => (to ? `Only ${from} to ${to}` : `Only ${from}`),
    following: 'This date and those after it',
    all: 'The whole series to come',
  },
  moving: {
    none: 'No delivery moves.',
    /** The deliveries that will be too late, and how many of these were too late before. */
    some: (count: number, late: number, already: number) =>
      `${counted(count, 'delivery moves', 'deliveries move')}${late > 0 ? `, ${late} of them past the appointment` : ''}${
        already > 0 ? ` (${counted(already, 'was', 'were')} already)` : ''
      }`,
    keep: 'Delivery possible all the same',
    list: 'Deliveries that move',
    times: (count: number) => `Comes ${counted(count, 'time', 'times')}.`,
    leftOut: (count: number, times: string) =>
      `${counted(count, 'time is', 'times are')} left out, since another absence stands there already: ${times}.`,
    replaced: (count: number) => `It takes the place of ${counted(count, 'absence', 'absences')} coming back.`,
    line: (to: string, from: string) => `delivered ${to}, instead of ${from}`,
    late: (at: string) => `past the appointment: ${at}`,
    lateAlready: (at: string) => `past the appointment already: ${at}`,
    appointment: (at: string) => `appointment ${at}`,
    /** The deliveries that are not shown yet. */
    rest: (count: number, late: number) =>
      `See ${count === 1 ? 'the other one' : `the ${count} others`}${late > 0 ? `, ${late} of them past the appointment` : ''}`,
    /** Part of the sentence about dates left out. */
    dates: (from: string, to?: string) => (to ? `${from} to ${to}` : from),
    more: (count: number) => `and ${counted(count, 'other', 'others')}`,
    allLeftOut: (count: number) => `See the ${count} dates left out`,
  },
  /** Parcels that carriers deliver in any case. */
  parcels: {
    some: (count: number) =>
      `${counted(count, 'parcel arrives', 'parcels arrive')} all the same, with a carrier already`,
    list: 'Parcels that arrive all the same',
    line: (carrier: string, day: string) => `${carrier}, arrives ${day}`,
  },
  /** Pickups during the absence. */
  pickups: {
    some: (count: number, isConfirmed: boolean) =>
      `${count}${isConfirmed ? ' confirmed' : ''} ${count === 1 ? 'pickup falls' : 'pickups fall'} into the absence`,
    halves,
    cancel: (slot: string) => `Cancel the pickup of ${slot}`,
    called: 'No driver will come.',
    kept: (takes: number) =>
      `The driver will come${takes > 0 ? ` and take ${counted(takes, 'case', 'cases')}` : ''}: somebody must be there.`,
    /** Followed by a telephone number. */
    tooLate: (slot: string) =>
      `It is too late to cancel the pickup of ${slot} here: the driver will come. If nobody is there, call`,
    willBeCancelled: (count: number) => `${counted(count, 'pickup', 'pickups')} will be cancelled.`,
    /** Shown once it is declared. */
    wereCancelled: (count: number) => `${counted(count, 'pickup is', 'pickups are')} cancelled.`,
    /** What they were to take; of that what comes too late. */
    waiting: (count: number, late: number): string =>
      `${counted(count, 'case waits', 'cases wait')} for another pickup${late > 0 ? `, ${late} of which will not be back in time` : ''}.`,
    /** After the absence is deleted. */
    stayCancelled: (count: number, slots: string) =>
      count === 1 ? `The pickup of ${slots} stays cancelled.` : `These pickups stay cancelled: ${slots}.`,
    again: 'Schedule a pickup',
    stand: (count: number) => `${counted(count, 'pickup stands', 'pickups stand')}.`,
  },
  done: (from: string, to?: string) => `Absence ${period(from, to, { on: 'on' })} declared`,
  nothingMoved: 'No delivery had to move.',
  moved: (count: number) => `${counted(count, 'delivery moves', 'deliveries move')} because of it.`,
  removal: {
    act: (from: string, to?: string) => `Delete the absence ${period(from, to, { on: 'on' })}`,
    title: (from: string, to?: string) => `Delete the absence ${period(from, to, { on: 'on' })}?`,
    description: 'Deliveries that it has moved come back to an earlier day where the laboratory can.',
    keep: 'Keep the absence',
    done: (from: string, to?: string) => `Absence ${period(from, to, { on: 'on' })} deleted`,
    failed: 'The absence is not deleted',
  },
}

export type AbsencesText = typeof en
