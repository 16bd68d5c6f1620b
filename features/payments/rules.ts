/**
 * Why a payment is taken back: refunded; bounced or returned by the bank; or entered by mistake (never received, or not
 * from this practice).
 */
export const paymentReturns = ['refund', 'rejection', 'mistake'] as const
export type PaymentReturn = (typeof paymentReturns)[number]

/** More invoices than a practice gets in years: a transfer for more is somebody's test. */
export const mostTogether = 200

/** Cents. Online payments below 1.00 € cost more than they bring. */
export const leastPayableCents = 100

/** Limit of one payment. */
export const mostCents = 99_999_999_99
