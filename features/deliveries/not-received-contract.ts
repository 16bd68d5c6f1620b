import { endpoint } from '#kit/contract.ts'

export const notReceivedCalls = {
  takeBack: endpoint({
    method: 'POST',
    path: '/api/orders/:id/not-received',
    needs: 'cases',
    summary: 'Says that a case has not come after all: on the day on which somebody of the practice said that it had',
    status: 204,
    /**
     * In order: a colleague was quicker; the laboratory recorded the delivery; it was on another day; the case has moved on
     * since. The last does not reveal that the case is on an invoice.
     */
    refusals: { not_received: 409, handed_over: 409, day_is_over: 409, reception_stands: 409 },
  }),
}
