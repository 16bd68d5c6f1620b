import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { EntryCorrection } from './change-input.ts'

export const correctionCalls = {
  correct: endpoint({
    method: 'PATCH',
    path: '/api/staff/orders/:id/entry',
    needs: 'production',
    summary:
      'Puts right what the laboratory has read wrongly of a case that it has entered itself; its day of delivery stays, and a signed sheet is to be signed again',
    body: EntryCorrection,
    /** False when nothing differed. */
    reply: data(v.object({ isCorrected: v.boolean() })),
    /**
     * The practice ordered it itself; it has left or was cancelled; a change request of the practice is open; the
     * correction adds to offered work, which only people who set prices may do.
     */
    refusals: { ordered_by_practice: 409, order_over: 409, request_open: 409, offered: 409 },
  }),
}
