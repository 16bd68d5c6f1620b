/**
 * Why a payment is taken back: it was given back; it was bounced or returned by the bank; it was never received so, or not from
 * this practice.
 */
export const paymentReturns = ['refund', 'rejection', 'mistake'] as const
export type PaymentReturn = (typeof paymentReturns)[number]

/** Cents. Online payments below 1.00 € cost more than they bring. */
export const leastPayableCents = 100
