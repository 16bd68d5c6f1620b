import type { PickedUpCase, RideStatus, Shift } from '../contract.ts'

const shifts: Record<Shift, string> = { AM: 'morning', PM: 'afternoon' }
const statuses: Record<RideStatus, string> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  picked_up: 'Picked up',
  nobody_there: 'Nobody was there',
  cancelled: 'Cancelled',
}
const when = (day: string, shift: Shift) => `${day}, ${shifts[shift]}`

export const en = {
  title: 'Collections',
  description: 'A driver comes for your impressions, in the morning or in the afternoon.',
  schedule: 'Schedule a pickup',
  requested: 'Supplies requested',
  shifts,
  statuses,
  when,
  taken: {
    kinds: { impression: 'Impression', parts: 'Parts', adjustment: 'To be adjusted' } satisfies Record<
      PickedUpCase['what'],
      string
    >,
    others: (count: number) => `${count} more`,
  },
  earlier: {
    possible: (slot: string) => `An earlier pickup is possible: ${slot}.`,
    schedule: 'Schedule this pickup',
  },
  next: 'Next pickup',
  nothing: {
    title: 'No pickup planned',
    description: 'Something to send to the laboratory? Ask for a driver: tell the day, and morning or afternoon.',
  },
  cancelBefore: (instant: string) => `Can be cancelled until ${instant}`,
  tooLateToCancel: 'Too late to cancel it here. To change anything, call',
  duringAbsence: 'During your absence: somebody must be there for the driver.',
  laboratoryClosed: 'The laboratory is closed that day: ask it whether a driver comes.',
  upcoming: 'Upcoming',
  past: 'Past and cancelled',
  columns: { date: 'Date', status: 'Status', information: 'Information', actions: 'Actions' },
  noInformation: 'None',
  failed: 'The pickups could not be loaded',
  outdated: 'These pickups may be out of date',
  form: {
    title: 'Schedule a pickup',
    optional: '(optional)',
    date: 'Date',
    format: 'Day, month, year: DD/MM/YYYY',
    noRounds: (days: string) => `No round: ${days}`,
    absence: 'your absence',
    pick: 'Pick the date in the calendar',
    shift: 'Shift',
    shifts: { AM: 'Morning', PM: 'Afternoon' } satisfies Record<Shift, string>,
    halves: { AM: 'morning', PM: 'afternoon' } satisfies Record<Shift, string>,
    /** `time` in the format "08:00". */
    cutOff: (days: number, time: string) =>
      days === 0
        ? `ask before ${time} on the day`
        : days === 1
          ? `ask before ${time} the day before`
          : `ask before ${time}, ${days} days before`,
    tooLate: 'too late for this day',
    taken: 'already requested',
    withoutRound: 'no round on this day',
    /** A day in the calendar. */
    gone: 'day gone by',
    information: 'Complementary information',
    informationHint: (most: number) =>
      `How many impressions, a door code, whom to ask for: at most ${most} characters.`,
    firstPossible: (slot: string) => `Choose the next possible pickup: ${slot}`,
    submit: 'Request the pickup',
    failed: 'The pickup is not requested',
    service: 'Please contact customer service:',
    dateMissing: 'Give the date.',
    notADay: 'Give a day that exists, as DD/MM/YYYY.',
    past: (day: string) => `${day} is over. Give a day from today on.`,
    tooFar: (day: string) => `Pickups can be requested until ${day}. Give an earlier day.`,
    weekend: (day: string) => `There is no round on ${day}. Choose another day.`,
    holiday: (day: string, name: string) => `There is no round on ${day} (${name}). Choose another day.`,
    absent: (day: string) => `Your practice is absent on ${day}. Choose another day, or delete the absence first.`,
    halfAway: (slot: string) => `Your practice is away then: ${slot}. Choose the other half of the day or another day.`,
    away: 'nobody is there',
    lateForShift: (slot: string) => `It is too late for ${slot}. Choose another shift or another day.`,
    exists: (slot: string) => `A pickup is already requested for ${slot}. Choose another shift or another day.`,
    tooLong: (most: number) => `Shorten this to ${most} characters.`,
  },
  refusals: {
    ride_exists: 'A pickup is already requested for this shift.',
    ride_too_late: 'It is too late for this shift.',
    laboratory_closed: 'There is no round on this day.',
    practice_absent: 'Your practice is absent on this day.',
    no_round: 'There is no round then.',
    ride_too_far: 'This day is too far ahead.',
  },
  done: (slot: string) => `Pickup requested: ${slot}`,
  cancel: {
    act: (slot: string) => `Cancel the pickup of ${slot}`,
    title: (slot: string) => `Cancel the pickup of ${slot}?`,
    description: 'No driver will come. You can ask for another pickup as long as the cut-off has not passed.',
    nothing: 'Nothing is to leave with this pickup for now.',
    /** `late`: how many of them. */
    left: (count: number, late: number) =>
      `The driver was to take ${count === 1 ? '1 case' : `${count} cases`}${late > 0 ? `, ${late} of which will not be back in time` : ''}`,
    list: 'What the driver was to take',
    lateForDelivery: (day: string) => `too late for the delivery of ${day}`,
    late: (at: string) => `too late for the appointment: ${at}`,
    appointment: (at: string) => `appointment ${at}`,
    others: (count: number) => `and ${count} more`,
    instead: (slot: string) => `It leaves with the next pickup instead: ${slot}.`,
    unplanned: (slot: string) => `No other pickup is planned. The first possible one: ${slot}.`,
    nobody: 'No other pickup is planned, and none can be requested for now.',
    promised: 'Promised deliveries do not move by themselves: the laboratory confirms them or gives you another day.',
    notLooked: 'What this pickup was to take could not be read.',
    keep: 'Keep the pickup',
    close: 'Close',
    done: (slot: string) => `Pickup cancelled: ${slot}`,
    failed: 'The pickup is not cancelled',
    tooLate: 'The driver may be on the way already: only the laboratory can still call them back.',
  },
}

export type RidesText = typeof en
