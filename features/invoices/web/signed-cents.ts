import type { InvoiceType } from '../contract.ts'

/** Amounts of credit notes, stored without a sign, are shown as negative in every list. */
export const signedCents = (type: InvoiceType, cents: number) => (type === 'credit' && cents !== 0 ? -cents : cents)
