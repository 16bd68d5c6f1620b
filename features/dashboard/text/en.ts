import type { RideStatus, Shift } from '#features/rides/contract.ts'
import type { DayRide } from '../contract.ts'
import type { PlanningTab } from '../planning-tabs.ts'

const number = (value: number) => value.toLocaleString('en-GB')

const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

export const en = {
  title: 'Dashboard',
  welcome: (firstName: string) => (firstName ? `Hello ${firstName}` : 'Hello'),
  updated: (day: string, time: string) => `${day} · updated at ${time}`,
  number,
  toDo: {
    title: 'Waiting for you',
    waiting: (count: number) => `${counted(count, 'thing waits', 'things wait')} for you`,
    ofWhich: (waiting: string, kinds: string) => `${waiting}: ${kinds}`,
    nothing: 'Nothing waits for you.',
    saidTwice: 'A case that waits for two reasons counts once.',
    otherDrafts: (count: number) => `and ${counted(count, 'other draft', 'other drafts')}`,
    emptyDraft: 'Draft without patient or work',
    kinds: {
      questions: (count: number) => counted(count, 'question from the laboratory', 'questions from the laboratory'),
      problems: (count: number) =>
        counted(count, 'problem answered, to be checked', 'problems answered, to be checked'),
      messages: (count: number) => counted(count, 'case with an unread message', 'cases with an unread message'),
      proFormas: (count: number) => counted(count, 'pro forma to approve', 'pro formas to approve'),
      drafts: (count: number) => counted(count, 'order begun and not sent', 'orders begun and not sent'),
      scans: (count: number) => counted(count, 'scan to attach', 'scans to attach'),
      impressions: (count: number) => counted(count, 'impression to hand over', 'impressions to hand over'),
    },
  },
  cards: {
    label: 'At a glance',
    deliveriesToday: { label: 'Deliveries today', detail: 'still to come' },
    impressionsReceived: { label: 'Impressions received', detail: 'in preparation' },
    delayedDeliveries: { label: 'Delayed deliveries', detail: 'new date, or within 24 h' },
    outstandingInvoices: { label: 'Outstanding invoices', detail: (amount: string) => `${amount} to pay` },
  },
  calendar: 'In my calendar',
  views: 'Length of the planning',
  tabs: { '3_days': '3 days', week: 'Week' } satisfies Record<PlanningTab, string>,
  planning: 'Planning',
  moves: 'Other days',
  previous: 'Previous',
  today: 'Today',
  next: 'Next',
  print: 'Print',
  printDay: (day: string) => `Print the sheet of ${day}`,
  /** Cases due before today. */
  late: 'Delayed, within 24\u00a0h',
  deliveries: 'Deliveries',
  deliveriesIn: { AM: 'Deliveries, in the morning', PM: 'Deliveries, in the afternoon' } satisfies Record<
    Shift,
    string
  >,
  appointments: 'Appointments',
  rides: 'Collections',
  shifts: { AM: 'Morning', PM: 'Afternoon' } satisfies Record<Shift, string>,
  taken: {
    kinds: { impression: 'Impression', parts: 'Parts', adjustment: 'To be adjusted' } satisfies Record<
      DayRide['orders'][number]['what'],
      string
    >,
    others: (count: number) => `${count} more`,
  },
  rideStatus: {
    requested: 'requested',
    confirmed: 'confirmed',
    picked_up: 'done',
    nobody_there: 'nobody was there',
    cancelled: 'cancelled',
  } satisfies Record<RideStatus, string>,
  closed: 'Laboratory closed',
  /** For users to whom no reason is given. */
  withoutRounds: 'No deliveries or pickups',
  practiceClosed: 'Practice closed',
  absent: (days: string) => `Absence ${days}`,
  halfAbsent: { AM: 'Absence in the morning', PM: 'Absence in the afternoon' } satisfies Record<Shift, string>,
  deliveryPossible: 'deliveries possible',
  noDelivery: 'no deliveries',
  nothing: 'Nothing on this day',
  nothingAtAll: { title: 'Nothing on these days', description: 'No delivery, no appointment, no collection.' },
  failed: 'Your dashboard could not be loaded',
  outdated: 'This dashboard may be out of date.',
}
export type DashboardText = typeof en
