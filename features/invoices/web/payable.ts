import { leastPayableCents } from '#features/payments/rules.ts'
import type { Payable } from '#features/payments/web/payment-dialog.tsx'
import { type Day, daysBetween } from '#kit/day.ts'
import type { InvoiceRow } from '../contract.ts'

/**
 * The part of a piece that can be paid online now; undefined where it is paid or completely on its way. Mirrors
 * `tenant.begin_payment`.
 */
export function payableOf({ id, pieceCode, type, status, dueCents, pendingCents }: InvoiceRow): Payable | undefined {
  const isOwed = (type === 'invoice' || type === 'initialBalance') && (status === 'payable' || status === 'validated')
  const freeCents = dueCents - pendingCents
  return isOwed && freeCents > 0 ? { id, pieceCode, dueCents: freeCents } : undefined
}

/** Days since an open part should have been paid or announced; 0 where there is none. */
export const daysOverdue = (row: InvoiceRow, today: Day): number =>
  payableOf(row) ? Math.max(daysBetween(row.dueDate, today), 0) : 0

/** A smaller amount can only be paid together with others. */
export const isPayableAlone = (payable: Payable | undefined): payable is Payable =>
  payable !== undefined && payable.dueCents >= leastPayableCents

/** Whether only a part of it is open, for amounts owed and for credit alike. */
export const remainderOf = ({ amountCents, dueCents }: Pick<InvoiceRow, 'amountCents' | 'dueCents'>) =>
  dueCents !== 0 && Math.abs(dueCents) < Math.abs(amountCents)
