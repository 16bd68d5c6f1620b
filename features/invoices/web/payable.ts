import { leastPayableCents } from '#features/payments/rules.ts'
import type { Payable } from '#features/payments/web/payment-dialog.tsx'
import { type Day, daysBetween } from '#kit/day.ts'
import type { InvoiceRow } from '../contract.ts'

/** What of a piece can be paid online now; nothing where it is paid, or all of it on its way. As `tenant.begin_payment` decides it. */
export function payableOf({ id, pieceCode, type, status, dueCents, pendingCents }: InvoiceRow): Payable | undefined {
  const isOwed = (type === 'invoice' || type === 'initialBalance') && (status === 'payable' || status === 'validated')
  const freeCents = dueCents - pendingCents
  return isOwed && freeCents > 0 ? { id, pieceCode, dueCents: freeCents } : undefined
}

/** Since how many days something of it should be here or on its way; 0 where nothing should. */
export const daysOverdue = (row: InvoiceRow, today: Day): number =>
  payableOf(row) ? Math.max(daysBetween(row.dueDate, today), 0) : 0

/** Less is paid together with others only. */
export const isPayableAlone = (payable: Payable | undefined): payable is Payable =>
  payable !== undefined && payable.dueCents >= leastPayableCents

/** Some of it is open, and some is not: of what is owed, and of what lies in the practice's favour. */
export const remainderOf = ({ amountCents, dueCents }: Pick<InvoiceRow, 'amountCents' | 'dueCents'>) =>
  dueCents !== 0 && Math.abs(dueCents) < Math.abs(amountCents)
