import * as v from 'valibot'
import { RealId } from '#kit/input.ts'
import { leastPayableCents, mostCents, paymentReturns } from './rules.ts'

export const PaymentMode = v.picklist(['card', 'transfer'])
export type PaymentMode = v.InferOutput<typeof PaymentMode>

const mostInvoices = 200

export const NewPayment = v.strictObject({
  invoiceIds: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(mostInvoices, 'too_many')),
  mode: PaymentMode,
  amountCents: v.pipe(
    v.number(),
    v.integer('not_whole'),
    v.minValue(leastPayableCents, 'amount_too_small'),
    v.maxValue(mostCents, 'out_of_range'),
  ),
})

export const TakenBack = v.strictObject({
  amountCents: v.pipe(
    v.number('amount_expected'),
    v.integer('amount_expected'),
    v.minValue(1, 'out_of_range'),
    v.maxValue(mostCents, 'out_of_range'),
  ),
  /** Card payments can only be refunded. */
  as: v.optional(v.picklist(paymentReturns, 'required'), 'refund'),
  /** The amount already returned, as the person entering it saw it: two simultaneous entries of the same return count once. */
  seenCents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0, 'out_of_range'))),
})

/** Idempotent: repeating a `key` is a no-op, and refused with another amount or reason. */
export const Refund = v.strictObject({ ...TakenBack.entries, key: RealId })
