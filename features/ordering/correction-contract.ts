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
    /** Whether anything was otherwise. */
    reply: data(v.object({ isCorrected: v.boolean() })),
    /**
     * The practice has ordered it itself; it has left or was cancelled; the practice has asked for a change that
     * is not answered yet; more would be made of what is offered, which is for who sets prices to say.
     */
    refusals: { ordered_by_practice: 409, order_over: 409, request_open: 409, offered: 409 },
  }),
}
