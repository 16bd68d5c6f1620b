import * as v from 'valibot'
import { CaseStatus, Delivery, ProblemState } from '#features/cases/contract.ts'
import { PickedUpCases, RideStatus, Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { isDay } from '#kit/day.ts'
import { canBePlanned } from './planning-tabs.ts'

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
  /** The day on which it came, once it has. */
  arrivedOn: v.nullable(Day),
  appointmentDate: v.nullable(Instant),
  /** Of what was reported of it, as in the list. */
  problem: v.nullable(ProblemState),
})
export type DayCase = v.InferOutput<typeof DayCase>

export const DayRide = v.object({
  id: Id,
  shift: Shift,
  status: RideStatus,
  complementaryInformation: v.nullable(v.string()),
  /** What it has taken, or, of the next one, what it is to take. */
  orders: PickedUpCases,
})
export type DayRide = v.InferOutput<typeof DayRide>

export const DashboardDay = v.object({
  date: Day,
  /** Promised for this day or come on it, by number; today first what has missed its day. */
  deliveries: v.array(DayCase),
  /** In which half of the day they come, where the laboratory has one round on this weekday. */
  deliveryHalf: v.nullable(Shift),
  /** By the hour. */
  appointments: v.array(DayCase),
  rides: v.array(DayRide),
  /** When somebody is away; never for those who may not see absences. */
  absent: v.optional(
    v.object({
      from: Day,
      to: Day,
      deliveryPossible: v.boolean(),
      /** In this half of the day alone. */
      half: v.optional(Shift),
    }),
  ),
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
    /** What is due to be paid, and of how many pieces. Null for whoever may not see invoices. */
    outstandingInvoices: v.nullable(v.object({ count, amountCents: count })),
  }),
  days: v.array(DashboardDay),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

/** What waits for the practice, by its kinds. */
export const ToDo = v.object({
  /** On hold, and nobody has answered. */
  questions: count,
  /** The laboratory has answered, and nobody has said that it is settled. */
  problems: count,
  /** Cases in which the laboratory has written what this user has not read. */
  messages: count,
  /** Of this user, begun and not sent. */
  drafts: count,
  /** Ordered with an optical impression of which no scan has come: nothing is begun before. */
  scans: count,
  /** Ordered with a physical impression that has not reached the laboratory. */
  impressions: count,
  /** Sent to be approved, and nobody has answered; none for whoever may not see invoices. */
  proFormas: count,
  /** Of all kinds but drafts and pro formas: a case in which several things wait counts once, as it does in the list of them. */
  cases: count,
})
export type ToDo = v.InferOutput<typeof ToDo>

/** What waits for the laboratory, in the order in which its first screen shows it. */
export const queues = [
  'late',
  'today',
  'registered',
  'answers',
  'messages',
  'problems',
  'feedback',
  'signups',
  'accountChanges',
  'erasures',
  'pickupsToConfirm',
  'pickups',
  'supplies',
  'toBill',
  'questions',
  'approved',
  'overdue',
] as const
export type Queue = (typeof queues)[number]

const Queued = v.object({
  count,
  /** When the first of them came; null where none waits, and for what has a day of its own. */
  since: v.nullable(Instant),
})
export const Waiting = v.object({
  updatedAt: Instant,
  queues: v.object({
    /** Promised for a day before today, or for today, and still at the laboratory. */
    late: Queued,
    today: Queued,
    registered: Queued,
    /** On hold, and the practice has answered. */
    answers: Queued,
    /** Cases of whose thread a practice has written the last word, within `answerableDays`. */
    messages: Queued,
    /** Cases with a problem that the laboratory has not answered, and the practice has not called settled. */
    problems: Queued,
    /** Of the last `recentDays`. */
    feedback: Queued,
    /** Requests for an account that nobody has decided. */
    signups: Queued,
    /** Asked for and not decided. */
    accountChanges: Queued,
    erasures: Queued,
    /** Requested for today or later. */
    pickupsToConfirm: Queued,
    /** Of today, and still to be done. */
    pickups: Queued,
    /** Requested or prepared, not sent yet. */
    supplies: Queued,
    /** Of the books, for who does them; null for the others. Delivered, and on no invoice yet. */
    toBill: v.nullable(Queued),
    /** Pro formas about which a practice has asked something. */
    questions: v.nullable(Queued),
    /** Pro formas that a practice has approved, and of which no invoice is issued yet. */
    approved: v.nullable(Queued),
    /** Invoices that should have been paid by yesterday. */
    overdue: v.nullable(Queued),
  }),
})
export type Waiting = v.InferOutput<typeof Waiting>

/** Of what is read, not answered: nobody says that they have read it. */
export const recentDays = 7

export const staffDashboardCalls = {
  waiting: endpoint({
    method: 'GET',
    path: '/api/staff/waiting',
    needs: 'console',
    summary: 'How much waits for the laboratory, of each kind',
    reply: data(Waiting),
  }),
}

export const dashboardCalls = {
  toDo: endpoint({
    method: 'GET',
    path: '/api/to-do',
    needs: 'cases',
    summary: 'What waits for the practice, and how much of each',
    reply: data(ToDo),
  }),
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
