import * as v from 'valibot'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { CaseLink, CaseProblem, CaseRequest, CaseStatus } from './contract.ts'
import { NewProblemAnswer, NewRequestAnswer } from './input.ts'
import { mostAsked, mostOfOne } from './staff-rules.ts'

/** What is needed of a case to answer a request about it. */
const CaseAskedAbout = v.object({
  ...CaseLink.entries,
  practice: v.string(),
  patientCode: v.string(),
  summary: v.string(),
  status: CaseStatus,
  deliveryDate: v.nullable(Day),
  appointmentDate: v.nullable(Instant),
})

/** A request or change of a practice, for the laboratory's desk. */
export const AskedOfCase = v.object({
  order: CaseAskedAbout,
  /** Null when the practice has changed the case itself, which needs only an acknowledgement. */
  request: v.nullable(CaseRequest),
  changedAt: v.nullable(Instant),
  /** Further entries of the same practice, given with the last of it that is shown. */
  more: v.nullable(v.object({ practiceId: Id, count: v.number() })),
})
export type AskedOfCase = v.InferOutput<typeof AskedOfCase>

export const OpenProblem = v.object({
  order: CaseAskedAbout,
  problem: v.pick(CaseProblem, [
    'id',
    'kind',
    'description',
    'reportedAt',
    'reportedBy',
    'remake',
    'teeth',
    'adjustment',
  ]),
})
export type OpenProblem = v.InferOutput<typeof OpenProblem>

/** The laboratory's answers to requests, changes and problems of practices. */
export const staffRequestCalls = {
  listRequests: endpoint({
    method: 'GET',
    path: '/api/staff/requests',
    needs: 'production',
    summary: `What practices ask about their cases and nobody has answered, and what they have changed, oldest first, ${mostAsked} of each at most and ${mostOfOne} of a practice, the first of each practice before any second; of all, or of one`,
    query: v.strictObject({ orderId: v.optional(Id) }),
    /** `hiddenPractices`: the number of practices with entries of which none is shown, for lack of room. */
    reply: v.object({ data: v.array(AskedOfCase), hiddenPractices: v.number() }),
  }),
  answerRequest: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/requests/:requestId/answer',
    needs: 'production',
    summary:
      'Answers what a practice has asked: with a day, with a yes that makes the change, or with a no and its reason',
    status: 204,
    body: NewRequestAnswer,
    refusals: { request_decided: 409, order_over: 409 },
  }),
  noteChange: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/changes/noted',
    needs: 'production',
    summary: 'Says that the laboratory has taken note of what a practice has changed',
    status: 204,
  }),
  listProblems: endpoint({
    method: 'GET',
    path: '/api/staff/problems',
    needs: 'production',
    summary: `Problems that practices have reported and nobody has answered, the oldest of each practice first, ${mostAsked} at most`,
    reply: data(v.array(OpenProblem)),
  }),
  answerProblem: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/problems/:problemId/answer',
    needs: 'production',
    summary:
      'Answers a problem that a practice has reported, with the day on which it is put right; the last answer holds',
    status: 204,
    body: NewProblemAnswer,
    refusals: { problem_settled: 409 },
  }),
}
