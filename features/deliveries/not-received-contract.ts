import { endpoint } from '#kit/contract.ts'

export const notReceivedCalls = {
  takeBack: endpoint({
    method: 'POST',
    path: '/api/orders/:id/not-received',
    needs: 'cases',
    summary: 'Says that a case has not come after all: on the day on which somebody of the practice said that it had',
    status: 204,
    /**
     * A colleague was quicker; the laboratory has said that it is delivered; it was on another day; the laboratory has gone
     * on from there. That it is on an invoice is told to nobody by that.
     */
    refusals: { not_received: 409, handed_over: 409, day_is_over: 409, reception_stands: 409 },
  }),
}
