import type { Day } from '#kit/day.ts'
import type { StaffInvoice } from '../staff-contract.ts'
import { daysOverdue } from './payable.ts'

/** The actions possible on a piece as it stands; mirrors the database functions (migrations 0028, 0035). */
export function actsOf(piece: StaffInvoice, asksApproval: boolean, today: Day) {
  const { type, status, dueCents, amountCents, lines, payment } = piece
  const isDraft = type === 'pro_forma'
  const isOwed = type === 'invoice' || type === 'initialBalance'
  return {
    confirm: isDraft && (status === 'validated' || (status === 'to_validate' && !asksApproval)),
    submit: isDraft && status === 'in_validation',
    withdraw: isDraft && (status === 'to_validate' || status === 'in_validation' || status === 'validated'),
    release: type === 'invoice' && status === 'validated',
    credit: type === 'invoice' && lines.some(({ isCredited }) => !isCredited),
    // Also where all of it is announced: this is how an announced transfer is entered as received.
    pay: isOwed && dueCents > 0,
    remind: daysOverdue(piece, today) > 0 && status === 'payable',
    setAgainst: !isDraft && dueCents < 0,
    refund: amountCents < 0 && payment !== null && payment.refundedCents < payment.amountCents,
  }
}
