import * as v from 'valibot'
import { ProblemKind } from '#features/cases/contract.ts'
import { data, endpoint, Id, Instant, Page, PageNumber } from '#kit/contract.ts'
import { Decision, NewComplaint, NewRemake } from './input.ts'
import { causes } from './rules.ts'

const OrderLink = v.object({ id: Id, code: v.string() })
const count = v.pipe(v.number(), v.integer())

const Complaint = v.object({
  id: Id,
  order: OrderLink,
  practice: v.string(),
  kind: ProblemKind,
  description: v.string(),
  reportedAt: Instant,
  reportedBy: v.string(),
  /** Noted by the laboratory, for instance after a telephone call. */
  isNoted: v.boolean(),
  remake: v.nullable(OrderLink),
  /** The latest decision, which is the one in force. */
  decision: v.nullable(
    v.object({
      isSerious: v.boolean(),
      cause: v.picklist(causes),
      note: v.nullable(v.string()),
      by: v.string(),
      at: Instant,
    }),
  ),
})
export type Complaint = v.InferOutput<typeof Complaint>

export const complaintStates = ['open', 'decided'] as const

export const staffComplaintCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/complaints',
    needs: 'sheets',
    summary: 'Problems that were reported, with what the laboratory has decided of each, the last first, 25 a page',
    query: v.strictObject({
      state: v.optional(v.picklist(complaintStates), 'open'),
      page: PageNumber,
    }),
    reply: v.object({
      data: v.array(Complaint),
      page: Page,
      counts: v.object({ open: count, decided: count }),
    }),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/staff/complaints',
    needs: 'sheets',
    summary: 'Notes a complaint that came by another way; the practice sees it on its case',
    status: 201,
    creates: true,
    body: NewComplaint,
    reply: data(v.object({ id: Id })),
    refusals: { order_unknown: 422 },
  }),
  remake: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/remake',
    needs: 'sheets',
    summary:
      'Begins the remake of a case that has left: orders it again, with what is wrong noted or what was reported answered, and where it comes from',
    status: 201,
    creates: true,
    body: NewRemake,
    reply: data(v.object({ id: Id, remake: OrderLink })),
    refusals: { remake_too_early: 409, remake_exists: 409, problem_settled: 409, problem_unknown: 422 },
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/staff/complaints/:id/decision',
    needs: 'sheets',
    summary: 'Says whether a complaint is serious and where it comes from; said again, the last one holds',
    status: 204,
    creates: true,
    body: Decision,
  }),
}
