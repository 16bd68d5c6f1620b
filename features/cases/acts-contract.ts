import * as v from 'valibot'
import { data, endpoint, Id } from '#kit/contract.ts'
import { CaseMessage, CaseProblem, CaseRequest } from './contract.ts'
import { NewHoldAnswer, NewMessage, NewProblem, NewReceipt, NewRequest } from './input.ts'

export const caseActCalls = {
  cancel: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    needs: 'cases',
    summary: 'Takes an order back while it is only registered',
    status: 204,
    refusals: { order_under_way: 409 },
  }),
  receive: endpoint({
    method: 'POST',
    path: '/api/orders/received',
    needs: 'cases',
    summary: 'Says that cases have come to the practice, as the driver would; those that were not on their way stay',
    body: NewReceipt,
    reply: data(v.object({ ids: v.array(Id) })),
    /** `not_on_its_way`: none of the cases was on its way. */
    refusals: { not_on_its_way: 409 },
  }),
  answerHold: endpoint({
    method: 'POST',
    path: '/api/orders/:id/hold-answer',
    needs: 'cases',
    summary: 'Answers what the laboratory is waiting for',
    status: 204,
    creates: true,
    body: NewHoldAnswer,
    /**
     * `not_on_hold`: nothing is asked any more. `hold_answered`: a colleague has answered. `request_open`: a shade is given,
     * but a change of the same work waits for the laboratory.
     */
    refusals: { not_on_hold: 409, hold_answered: 409, request_open: 409 },
  }),
  reportProblem: endpoint({
    method: 'POST',
    path: '/api/orders/:id/problems',
    needs: 'cases',
    summary: 'Reports what is wrong with a case, and asks for a remake where wanted',
    status: 201,
    creates: true,
    body: NewProblem,
    reply: data(CaseProblem),
    /**
     * A remake or adjustment needs work that has left the laboratory; a case is remade once, never by isDLCPM (403). Only an
     * arrived case can be late.
     */
    refusals: {
      remake_too_early: 409,
      remake_exists: 409,
      adjustment_too_early: 409,
      not_arrived: 409,
      pickup_not_possible: 422,
      order_cancelled: 409,
    },
  }),
  settleProblem: endpoint({
    method: 'POST',
    path: '/api/orders/:id/problems/:problemId/settled',
    needs: 'cases',
    summary: 'Says that a problem is settled',
    status: 204,
  }),
  askEarlier: endpoint({
    method: 'POST',
    path: '/api/orders/:id/requests',
    needs: 'cases',
    summary: 'Asks the laboratory to deliver a case by a day',
    status: 201,
    creates: true,
    body: NewRequest,
    reply: data(CaseRequest),
    /** `request_open`: a colleague has asked already. `order_over`: the case has arrived or was cancelled. */
    refusals: { request_open: 409, order_over: 409 },
  }),
  withdrawRequest: endpoint({
    method: 'DELETE',
    path: '/api/orders/:id/requests/:requestId',
    needs: 'cases',
    summary: 'Takes back what was asked, as long as the laboratory has not answered',
    status: 204,
    refusals: { request_decided: 409 },
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/orders/:id/messages',
    needs: 'cases',
    summary: 'Writes to the laboratory about a case',
    status: 201,
    creates: true,
    body: NewMessage,
    reply: data(CaseMessage),
  }),
}
