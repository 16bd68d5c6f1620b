import * as v from 'valibot'
import { CaseStatus, Delivery } from '#features/cases/contract.ts'
import { RideStatus, Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { isDay } from '#kit/day.ts'
import { canBePlanned } from './rules.ts'

const count = v.pipe(v.number(), v.integer())

/** A case as a day sheet names it. */
export const DayCase = v.object({
  id: Id,
  code: v.string(),
  patient: v.nullable(v.string()),
  patientCode: v.string(),
  summary: v.string(),
  status: CaseStatus,
  delivery: Delivery,
  deliveryDate: v.nullable(Day),
  appointmentDate: v.nullable(Instant),
})
export type DayCase = v.InferOutput<typeof DayCase>

export const DayRide = v.object({
  id: Id,
  shift: Shift,
  status: RideStatus,
  complementaryInformation: v.nullable(v.string()),
})
export type DayRide = v.InferOutput<typeof DayRide>

export const DashboardDay = v.object({
  date: Day,
  /** Promised for this day, by number; those that have come stay on its sheet. */
  deliveries: v.array(DayCase),
  /** By the hour. */
  appointments: v.array(DayCase),
  rides: v.array(DayRide),
  /** When somebody is away; never for those who may not see absences. */
  absent: v.optional(v.object({ from: Day, to: Day, deliveryPossible: v.boolean() })),
  /** Of the laboratory: a holiday by its name, or its weekly closing, which has none. */
  closed: v.nullable(v.object({ name: v.nullable(v.string()) })),
  /** In place of both for those who may not see absences: nobody comes on this day, whosever reason that is. */
  withoutRounds: v.optional(v.literal(true)),
  /** Whether the practice sees patients on this day of the week. */
  isOpen: v.boolean(),
})
export type DashboardDay = v.InferOutput<typeof DashboardDay>

export const Dashboard = v.object({
  updatedAt: Instant,
  /** Each is the length of a list of cases that the screen links to. */
  cards: v.object({
    /** Cases in progress that are promised for today: what is still to come. */
    deliveriesToday: count,
    /** Physical impressions and scans that have reached the laboratory and are not in production yet. */
    impressionsReceived: count,
    delayedDeliveries: count,
    /** Null for a practice doctor, and where the laboratory issues no invoices here: for now everywhere. */
    outstandingInvoices: v.nullable(v.object({ count, amountCents: count })),
  }),
  days: v.array(DashboardDay),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

export const dashboardCalls = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/dashboard',
    needs: 'portal',
    summary: 'What arrives, what leaves and what to do, for three days or a week',
    query: v.strictObject({
      days: v.optional(v.pipe(v.picklist(['3', '7']), v.transform(Number)), '3'),
      /** First day; today unless said. A week begins on its Monday. */
      from: v.optional(v.pipe(v.string(), v.check(isDay, 'not_a_day'), v.check(canBePlanned, 'out_of_range'))),
    }),
    reply: data(Dashboard),
  }),
}
