import * as v from 'valibot'
import { NewProblemAnswer, NewRequestAnswer } from '#features/cases/input.ts'
import { endpoint, Instant } from '#kit/contract.ts'

/** The laboratory's answers to what practices ask for and report, as its people give them in the portal. */
export const integrationAnswerCalls = {
  answerRequest: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/orders/:name/requests/:requestId',
    needs: 'integration',
    summary:
      'Answers what a practice has asked: with a day, with a yes that makes the change, or with a no and its reason',
    status: 204,
    body: NewRequestAnswer,
    refusals: { request_decided: 409, order_over: 409 },
  }),
  answerProblem: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/orders/:name/problems/:problemId',
    needs: 'integration',
    summary: 'Answers a problem that a practice has reported, with the day on which it is put right',
    status: 204,
    /** `from`: the time (`answer.at`) of the answer that this one replaces; absent for the first answer. */
    body: v.strictObject({ ...NewProblemAnswer.entries, from: v.optional(Instant) }),
    /** `changed_meanwhile` carries the time of the answer that holds as `present`, or null. */
    refusals: { problem_settled: 409, changed_meanwhile: 409 },
  }),
}
