const counted = (elements: number) => `${elements.toLocaleString('en-GB')} ${elements === 1 ? 'element' : 'elements'}`

/**
 * The part of the intake's words loaded later: about a promised day, questions about it, and unanswered questions to
 * practices.
 */
export const en = {
  proposed: (day: string) => `Proposed: ${day}`,
  shown: (day: string) => `The practice was shown ${day}`,
  /** For a case that the laboratory has entered itself. */
  reckoned: (day: string) => `Reckoned for ${day} when it was entered`,
  /** Why that day cannot be kept. */
  lost: {
    past: 'That day has gone by.',
    today: 'That is today, and the work is not begun.',
    closed: 'The laboratory is closed that day.',
    no_round: 'Nothing can be delivered that day.',
    impression: 'The impression is picked up only then or later.',
  },
  countedNow: (day: string) => `Ordered today, it would be ${day}`,
  noProposal: 'No day can be computed: a product is in the catalogue no more, or no day has room.',
  load: (count: string) => `promised that day: ${count}`,
  capacity: (family: string | null, elements: number, most: string) =>
    `${family ?? 'In all'}, with this case: ${counted(elements)} of ${most}`,
  overCapacity: (family: string | null, elements: number, most: string) =>
    `${family ?? 'In all'}, with this case: ${counted(elements)} of ${most}. That is more than the capacity of the day.`,
  tooLate: 'This is after the appointment.',
  sameDay: 'This is the day of the appointment.',
  /** Why the practice would not take a delivery on that day. */
  against: {
    away: (from: string, to?: string) =>
      to ? `The practice is away from ${from} to ${to}` : `The practice is away on ${from}`,
    practice_closed: (weekday: string, _name?: string) => `The practice is closed on ${weekday}s`,
    no_round: (weekday: string, _name?: string) => `No round to this practice on ${weekday}s`,
    laboratory_closed: (weekday: string, _name?: string) => `The laboratory is closed on ${weekday}s`,
    holiday: (_weekday: string, name?: string) => `The laboratory is closed that day: ${name}`,
    instead: (day: string) => `Take ${day}`,
  },
  afterVisit: (day: string, visit: string) => `${day} is after the appointment of ${visit}.`,
  laterThanShown: (day: string, shown: string) =>
    `${day} is later than ${shown}, which the practice was shown. It will be told of the new day.`,
  acceptFor: (day: string) => `Accept for ${day}`,
  acceptAfter: 'Accept after the appointment',
  keep: (day: string) => `Keep ${day}`,
  otherDay: 'Another day',
  missing: {
    description: 'What practices owe us an answer to, the oldest first.',
    columns: { code: 'Number', what: 'What is missing', owner: 'Asked by', age: 'For' },
    none: {
      title: 'Nothing is missing',
      description: 'A question to a practice stands here until its answer has come.',
    },
    nobody: 'not known',
    came: 'the answer has come',
    more: (count: string) => `${count} more in the list`,
  },
}

export type StaffIntakeLaterText = typeof en
