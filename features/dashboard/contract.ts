import * as v from 'valibot'
import { CaseStatus, Delivery } from '#features/cases/contract.ts'
import { Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { isDay } from '#kit/day.ts'

export const DashboardTab = v.picklist(['3_days', 'week'])
export type DashboardTab = v.InferOutput<typeof DashboardTab>

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
  appointmentDate: v.nullable(Instant),
})
export type DayCase = v.InferOutput<typeof DayCase>

export const DashboardDay = v.object({
  date: Day,
  deliveries: v.array(DayCase),
  /** By the hour. */
  appointments: v.array(DayCase),
  rides: v.array(v.object({ id: Id, shift: Shift, complementaryInformation: v.nullable(v.string()) })),
  /** Null for a practice doctor, who may not see absences, and when nobody is away. */
  absent: v.nullable(v.object({ from: Day, to: Day, deliveryPossible: v.boolean() })),
  /** Of the laboratory: a holiday by its name, or its weekly closing. */
  closed: v.nullable(v.object({ name: v.nullable(v.string()) })),
})
export type DashboardDay = v.InferOutput<typeof DashboardDay>

export const Dashboard = v.object({
  updatedAt: Instant,
  cards: v.object({
    deliveriesToday: count,
    /** Physical impressions and scans that have reached the laboratory and are not in production yet. */
    impressionsReceived: count,
    delayedDeliveries: count,
    /** Null for a practice doctor, and where the laboratory issues no invoices here. */
    outstandingInvoices: v.nullable(v.object({ count, amountCents: count })),
  }),
  days: v.array(DashboardDay),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

export const dashboardCalls = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/dashboard',
    summary: 'What arrives, what leaves and what to do, for three days or a week',
    query: v.strictObject({
      /** First day; today unless said. A week begins on its Monday. */
      from: v.optional(v.pipe(v.string(), v.check(isDay, 'not_a_day'))),
      days: v.optional(v.pipe(v.picklist(['3', '7']), v.transform(Number)), '3'),
    }),
    reply: data(Dashboard),
  }),
}
