import * as v from 'valibot'

export const PaymentMode = v.picklist(['card', 'transfer'])
export type PaymentMode = v.InferOutput<typeof PaymentMode>

/** Online payments below 1.00 € cost more than they bring. */
const leastCents = 100
export const mostCents = 99_999_999_99
const mostInvoices = 200

export const NewPayment = v.strictObject({
  invoiceIds: v.pipe(
    v.array(v.pipe(v.string(), v.uuid())),
    v.minLength(1, 'required'),
    v.maxLength(mostInvoices, 'too_many'),
  ),
  mode: PaymentMode,
  amountCents: v.pipe(
    v.number(),
    v.integer('not_whole'),
    v.minValue(leastCents, 'amount_too_small'),
    v.maxValue(mostCents, 'out_of_range'),
  ),
})
