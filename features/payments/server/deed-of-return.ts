import type { PaymentReturn } from '../rules.ts'

/** The audit's names. */
export const deedOfReturn = {
  refund: 'payment_refunded',
  rejection: 'payment_rejected',
  mistake: 'payment_cancelled',
} as const satisfies Record<PaymentReturn, string>
