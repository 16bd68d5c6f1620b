/**
 * Why a payment is taken back: it was given back; it was bounced or returned by the bank; it was never received so, or not from
 * this practice.
 */
export const paymentReturns = ['refund', 'rejection', 'mistake'] as const
export type PaymentReturn = (typeof paymentReturns)[number]

/** One transfer for more invoices than a practice gets in years is somebody's test. */
export const mostTogether = 200

/** Cents. Online payments below 1.00 € cost more than they bring. */
export const leastPayableCents = 100

/** Of one payment. */
export const mostCents = 99_999_999_99
