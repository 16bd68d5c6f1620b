import { endpoint } from '#kit/contract.ts'
import { EntryCorrection } from './change-input.ts'

export const correctionCalls = {
  correct: endpoint({
    method: 'PATCH',
    path: '/api/staff/orders/:id/entry',
    needs: 'production',
    summary:
      'Puts right what the laboratory has read wrongly of a case that it has entered itself; its day of delivery stays',
    status: 204,
    body: EntryCorrection,
    /** The practice has ordered it itself; it has left or was cancelled; its sheet is signed. */
    refusals: { ordered_by_practice: 409, order_over: 409, sheet_signed: 409 },
  }),
}
