import * as v from 'valibot'
import { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { Day, data, endpoint, Id, Instant, Page, PageNumber } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { Case, CaseMessage, CaseProblem, CaseRow, CaseStatus, CaseTab, ProblemKind, TimelineLine } from './contract.ts'
import { NewMessage } from './input.ts'
import { longestSearch } from './list-contract.ts'
import { dueFilters, intakeFilters, saidFilters, staffSorts, technicianFilters } from './staff-address.ts'
import { Assignment, ManyMoves, StatusChange } from './staff-input.ts'

const count = v.pipe(v.number(), v.integer())
const Person = v.object({ id: Id, name: v.string() })
export type Person = v.InferOutput<typeof Person>

/** A person of the laboratory or of the practice; null when unknown. `isOwn`: the reader. */
const Author = v.nullable(v.object({ name: v.string(), isOfLaboratory: v.boolean(), isOwn: v.boolean() }))

/** Where the case is currently worked on, by the last scan of its label. */
const Place = v.object({ name: v.string(), since: Instant })
export type Place = v.InferOutput<typeof Place>

export const StaffCaseRow = v.object({
  ...CaseRow.entries,
  practice: Person,
  technician: v.nullable(Person),
  /** For a case on hold: who put it there, and when. */
  held: v.nullable(v.object({ by: v.nullable(v.string()), at: Instant })),
  /** The status to which it returns from hold. */
  heldFrom: v.nullable(CaseStatus),
  /** The practice's message is the last in the thread. */
  isAsked: v.boolean(),
  /** The day on which it left, once it has. */
  leftOn: v.nullable(Day),
  /** Where it is currently worked on; absent for most cases. */
  place: v.optional(Place),
  /** Accepted for its day while its impression is still to come; absent for all others. */
  acceptedAt: v.optional(Instant),
})
export type StaffCaseRow = v.InferOutput<typeof StaffCaseRow>

const { totalCents: _, contact: __, timeline: ___, expected: ____, ...ofCase } = Case.entries

export const StaffCase = v.object({
  ...ofCase,
  ...StaffCaseRow.entries,
  practicePhone: v.nullable(v.string()),
  /** For a remake: the problem that was reported. */
  remakeReason: v.nullable(v.object({ kind: ProblemKind, words: v.string(), teeth: CaseProblem.entries.teeth })),
  /** Set when the laboratory entered the case itself and can still correct it. */
  entry: v.optional(v.object({ prescriberId: v.nullable(Id) })),
  /** Telephone and e-mail of the prescriber, or else of whoever entered it. */
  contact: v.nullable(v.object({ name: v.string(), phone: v.nullable(v.string()), email: v.nullable(v.string()) })),
  timeline: v.array(v.object({ ...TimelineLine.entries, by: Author })),
})
export type StaffCase = v.InferOutput<typeof StaffCase>

const DayFilter = v.optional(RealDay)

const staffFilters = {
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(longestSearch, 'too_long'))),
  statuses: v.optional(v.pipe(v.array(CaseStatus), v.maxLength(9, 'too_many'))),
  practiceId: v.optional(Id),
  family: v.optional(v.pipe(v.string(), v.maxLength(31, 'too_long'))),
  technician: v.optional(v.union([v.picklist(technicianFilters), Id])),
  due: v.optional(v.picklist(dueFilters)),
  said: v.optional(v.picklist(saidFilters)),
  intake: v.optional(v.picklist(intakeFilters)),
  deliveryDateFrom: DayFilter,
  deliveryDateTo: DayFilter,
}

export const StaffCaseQuery = v.strictObject({
  tab: v.optional(CaseTab, 'in_progress'),
  sort_by: v.optional(v.picklist(staffSorts)),
  sort_order: v.optional(v.picklist(['ASC', 'DESC'])),
  page: PageNumber,
  ...staffFilters,
})
export type StaffCaseQuery = v.InferOutput<typeof StaffCaseQuery>

const LostDay = v.picklist(['past', 'today', 'closed', 'no_round', 'impression'])
export type LostDay = v.InferOutput<typeof LostDay>

const Load = v.object({
  /** The day shown to the practice while it can be kept; otherwise as for a new order of today. */
  proposed: v.nullable(Day),
  /**
   * As for a new order of today, however full the days are; null when no day is possible, or a product has left the
   * catalogue.
   */
  earliest: v.nullable(Day),
  /** Why the day shown to the practice cannot be kept; null when it can, or none was shown. */
  lost: v.nullable(LostDay),
  /** Cases in progress promised per day; days without any are omitted. */
  days: v.array(v.object({ day: Day, cases: count })),
  /** Where the laboratory counts capacity: how full the days are with this case, for its product families and in total. */
  fills: v.array(v.object({ day: Day, family: v.nullable(v.string()), elements: count, most: count })),
  /** Obstacles to each day, at the laboratory and at the practice. */
  calendar: DeliveryCalendar,
})

/** The case's current status, and who set it. */
const Meanwhile = v.object({ status: CaseStatus, at: Instant, by: v.nullable(v.string()) })
export type Meanwhile = v.InferOutput<typeof Meanwhile>

const MoveOutcome = v.picklist(['moved', 'changed_meanwhile', 'status_not_allowed', 'sheet_unsigned', 'not_found'])

export const staffCaseCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/orders',
    needs: 'production',
    summary: 'Cases of all practices, 25 a page',
    query: StaffCaseQuery,
    reply: v.object({
      data: v.array(StaffCaseRow),
      /** `total` at most 1,000: where it says so, there are at least as many. */
      page: Page,
    }),
  }),
  board: endpoint({
    method: 'GET',
    path: '/api/staff/board',
    needs: 'production',
    summary: 'Cases in progress by status: the first of each column, and how many there are',
    query: v.strictObject({ technician: staffFilters.technician, practiceId: v.optional(Id) }),
    reply: data(
      v.array(
        v.object({
          status: CaseStatus,
          /** `total` is at most 1,000, as in the list. */
          total: count,
          cases: v.array(StaffCaseRow),
        }),
      ),
    ),
  }),
  filters: endpoint({
    method: 'GET',
    path: '/api/staff/orders/filters',
    needs: 'production',
    summary: 'By what the cases can be narrowed: practices, families of products, and who works on them',
    reply: data(
      v.object({
        practices: v.array(Person),
        families: v.array(v.object({ id: v.string(), name: v.string() })),
        technicians: v.array(Person),
      }),
    ),
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/staff/orders/:id',
    needs: 'production',
    summary: 'One case with its products, its way and who has taken each step',
    views: 'case_viewed',
    reply: data(StaffCase),
  }),
  load: endpoint({
    method: 'GET',
    path: '/api/staff/orders/:id/load',
    needs: 'production',
    summary: 'For which day a case would be promised now, and how much is promised for the days around it',
    reply: data(Load),
  }),
  setStatus: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/status',
    needs: 'production',
    summary: 'Takes a case to its next status, on hold, back from there, or ends it',
    status: 204,
    body: StatusChange,
    /** With `changed_meanwhile`, `present` tells where the case is now: `{status, at, by}`. */
    refusals: { status_not_allowed: 409, changed_meanwhile: 409, sheet_unsigned: 409 },
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/staff/orders/moves',
    needs: 'production',
    summary: 'Takes several cases to the same status; each goes or stays by itself, and says so',
    body: ManyMoves,
    reply: data(v.array(v.object({ id: Id, outcome: MoveOutcome }))),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/staff/orders/technician',
    needs: 'production',
    summary: 'Says who works on these cases, or that nobody does',
    status: 204,
    body: Assignment,
    refusals: { not_of_the_team: 422 },
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/api/staff/orders/:id/messages',
    needs: 'production',
    summary: 'What practice and laboratory have written to each other about a case, oldest first',
    views: 'messages_viewed',
    reply: data(v.array(CaseMessage)),
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/messages',
    needs: 'production',
    summary: 'Writes to the practice about a case',
    status: 201,
    creates: true,
    body: NewMessage,
    reply: data(CaseMessage),
  }),
}
