import * as v from 'valibot'
import { CaseStatus, Delivery, ProblemState } from '#features/cases/contract.ts'
import { PickedUpCases, RideStatus, Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { isDay } from '#kit/day.ts'
import { canBePlanned } from './planning-tabs.ts'

const count = v.pipe(v.number(), v.integer())

/** A case as listed on a day sheet. */
export const DayCase = v.object({
  id: Id,
  code: v.string(),
  patient: v.nullable(v.string()),
  patientCode: v.string(),
  summary: v.string(),
  status: CaseStatus,
  delivery: Delivery,
  deliveryDate: v.nullable(Day),
  /** The day of arrival, once it has arrived. */
  arrivedOn: v.nullable(Day),
  appointmentDate: v.nullable(Instant),
  /** State of its reported problems, as in the list. */
  problem: v.nullable(ProblemState),
})
export type DayCase = v.InferOutput<typeof DayCase>

export const DayRide = v.object({
  id: Id,
  shift: Shift,
  status: RideStatus,
  complementaryInformation: v.nullable(v.string()),
  /** What it has taken, or, for the next pickup, what it will take. */
  orders: PickedUpCases,
})
export type DayRide = v.InferOutput<typeof DayRide>

export const DashboardDay = v.object({
  date: Day,
  /** Promised for this day or arrived on it, by code; today begins with those that have missed their day. */
  deliveries: v.array(DayCase),
  /** The half of the day in which they come, when the laboratory has a single round on this weekday. */
  deliveryHalf: v.nullable(Shift),
  /** By time. */
  appointments: v.array(DayCase),
  rides: v.array(DayRide),
  /** Present when somebody is away; never for users who may not see absences. */
  absent: v.optional(
    v.object({
      from: Day,
      to: Day,
      deliveryPossible: v.boolean(),
      /** Only this half of the day. */
      half: v.optional(Shift),
    }),
  ),
  /** The laboratory's closing: a holiday with its name, or a weekly one without. */
  closed: v.nullable(v.object({ name: v.nullable(v.string()) })),
  /** Replaces both for users who may not see absences: nobody comes on this day, whatever the reason. */
  withoutRounds: v.optional(v.literal(true)),
  /** Whether the practice sees patients on this weekday. */
  isOpen: v.boolean(),
})
export type DashboardDay = v.InferOutput<typeof DashboardDay>

export const Dashboard = v.object({
  updatedAt: Instant,
  /** Each is the length of the list of cases that the screen links to. */
  cards: v.object({
    /** Cases in progress promised for today and still to come. */
    deliveriesToday: count,
    /** Impressions and scans that have reached the laboratory and are not in production yet. */
    impressionsReceived: count,
    delayedDeliveries: count,
    /** The amount due and its number of invoices. Null for users who may not see invoices. */
    outstandingInvoices: v.nullable(v.object({ count, amountCents: count })),
  }),
  days: v.array(DashboardDay),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

/** What waits for the practice, by kind. */
export const ToDo = v.object({
  /** On hold without an answer. */
  questions: count,
  /** Answered by the laboratory, and not settled. */
  problems: count,
  /** Cases with messages of the laboratory that this user has not read. */
  messages: count,
  /** This user's unsent orders. */
  drafts: count,
  /** Ordered with an optical impression whose scan has not come: work does not begin before. */
  scans: count,
  /** Ordered with a physical impression that has not reached the laboratory. */
  impressions: count,
  /** Sent for approval and not answered; 0 for users who may not see invoices. */
  proFormas: count,
  /** All kinds except drafts and pro formas: a case in which several things wait counts once, as in its list. */
  cases: count,
})
export type ToDo = v.InferOutput<typeof ToDo>

/** What waits for the laboratory, in the order of its first screen. */
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
  /** When the first of them came; null when none waits, and for queues ordered by a day of their own. */
  since: v.nullable(Instant),
})
export const Waiting = v.object({
  updatedAt: Instant,
  queues: v.object({
    /** Still at the laboratory, and promised for a day before today, or for today. */
    late: Queued,
    today: Queued,
    registered: Queued,
    /** On hold, with the practice's answer. */
    answers: Queued,
    /** Cases whose thread ends with a message of the practice, within `answerableDays`. */
    messages: Queued,
    /** Cases with a problem that the laboratory has not answered and the practice has not settled. */
    problems: Queued,
    /** From the last `recentDays`. */
    feedback: Queued,
    /** Undecided requests for an account. */
    signups: Queued,
    /** Undecided requests for changes. */
    accountChanges: Queued,
    erasures: Queued,
    /** Requested for today or later. */
    pickupsToConfirm: Queued,
    /** Today's pickups still to be made. */
    pickups: Queued,
    /** Requested or prepared, not sent yet. */
    supplies: Queued,
    /** Delivered and not invoiced yet. Null, like the three below, for users who do not keep the books. */
    toBill: v.nullable(Queued),
    /** Pro formas about which a practice has asked a question. */
    questions: v.nullable(Queued),
    /** Pro formas approved by a practice and not invoiced yet. */
    approved: v.nullable(Queued),
    /** Invoices due yesterday or earlier. */
    overdue: v.nullable(Queued),
  }),
})
export type Waiting = v.InferOutput<typeof Waiting>

/** Days for a queue that is only read, since nobody marks its entries as read. */
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
      /** First day; today by default. A week begins on its Monday. */
      from: v.optional(v.pipe(v.string(), v.check(isDay, 'not_a_day'), v.check(canBePlanned, 'out_of_range'))),
    }),
    reply: data(Dashboard),
  }),
}
