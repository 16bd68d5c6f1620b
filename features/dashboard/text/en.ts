import type { RideStatus, Shift } from '#features/rides/contract.ts'
import type { PlanningTab } from '../planning-tabs.ts'

const number = (value: number) => value.toLocaleString('en-GB')

export const en = {
  title: 'Dashboard',
  welcome: (firstName: string) => (firstName ? `Hello ${firstName}` : 'Hello'),
  updated: (day: string, time: string) => `${day} · updated at ${time}`,
  number,
  cards: {
    label: 'At a glance',
    deliveriesToday: { label: 'Deliveries today', detail: 'still to come' },
    impressionsReceived: { label: 'Impressions received', detail: 'in preparation at the laboratory' },
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
  deliveries: 'Deliveries',
  appointments: 'Appointments',
  rides: 'Collections',
  shifts: { AM: 'Morning', PM: 'Afternoon' } satisfies Record<Shift, string>,
  rideStatus: {
    requested: 'requested',
    confirmed: 'confirmed',
    picked_up: 'done',
    cancelled: 'cancelled',
  } satisfies Record<RideStatus, string>,
  closed: 'Laboratory closed',
  /** For those to whom no reason is given. */
  withoutRounds: 'No deliveries or pickups',
  practiceClosed: 'Practice closed',
  absent: (days: string) => `Absence ${days}`,
  deliveryPossible: 'deliveries possible',
  noDelivery: 'no deliveries',
  nothing: 'Nothing on this day',
  nothingAtAll: { title: 'Nothing on these days', description: 'No delivery, no appointment, no collection.' },
  failed: 'Your dashboard could not be loaded',
  outdated: 'This dashboard may be out of date.',
}
export type DashboardText = typeof en
