import type { InvoiceType } from '../contract.ts'

/** As in every list, what a credit note gives back is below nought: each of its lines and sums, which are kept without a sign. */
export const signedCents = (type: InvoiceType, cents: number) => (type === 'credit' && cents !== 0 ? -cents : cents)
