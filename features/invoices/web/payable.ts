import type { Payable } from '#features/payments/web/payment-dialog.tsx'
import type { InvoiceRow } from '../contract.ts'

/** What of a piece can be paid online now; nothing where it is paid, or all of it on its way. As `tenant.begin_payment` decides it. */
export function payableOf({ id, pieceCode, type, status, dueCents, pendingCents }: InvoiceRow): Payable | undefined {
  const isOwed = (type === 'invoice' || type === 'initialBalance') && (status === 'payable' || status === 'validated')
  const freeCents = dueCents - pendingCents
  return isOwed && freeCents > 0 ? { id, pieceCode, dueCents: freeCents } : undefined
}
