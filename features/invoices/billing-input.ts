import * as v from 'valibot'
import { Bare } from '#kit/bare-input.ts'
import { addDays, type Day } from '#kit/day.ts'
import { RealDay, RealId, Words } from '#kit/input.ts'
import { saysSiren } from './rules.ts'

/** Claims between traders lapse after five years (Code de commerce, L110-4): an earlier date of receipt is a typing error. */
export const isLongAgo = (day: Day, today: Day) => day < addDays(today, -5 * 366)

/** A million euros: more is a typing error. */
const mostCents = 100_000_000
const longest = { reason: 500, note: 500, payerReference: 100, mention: 500 }
/** The longest payment term the law allows between traders. */
const mostPaymentDays = 60

export const cents = (least: number) =>
  v.pipe(
    v.number('amount_expected'),
    v.integer('amount_expected'),
    v.minValue(least, 'too_small'),
    v.maxValue(mostCents, 'too_large'),
  )
const Said = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, 'too_long'))
export const SaidByPayer = Said(longest.payerReference)

export const paymentMeans = ['transfer', 'check', 'cash', 'direct_debit', 'card', 'other'] as const
const PaymentMeans = v.picklist(paymentMeans)

export const PaymentByHand = v.strictObject({
  practiceId: RealId,
  /** Empty: whatever is due, oldest first. */
  invoiceIds: v.optional(v.pipe(v.array(RealId), v.maxLength(500, 'too_many')), []),
  /** The announced transfer that this payment is: it pays what it was announced for. */
  transferId: v.optional(RealId),
  amountCents: cents(1),
  receivedOn: RealDay,
  means: v.optional(PaymentMeans, 'other'),
  /** The cheque's number, or the transfer's text. */
  payerReference: v.optional(SaidByPayer, ''),
  note: v.optional(Said(longest.note), ''),
  /** Confirms that this is another payment than the similar one entered lately. */
  isAnother: v.optional(v.boolean(), false),
})

export const issuedTypes = ['invoice', 'pro_forma'] as const

export const NewPiece = v.strictObject({
  practiceId: RealId,
  orderIds: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(500, 'too_many')),
  type: v.picklist(issuedTypes),
  /** Hundredths of a percent, on every line. */
  discount: v.optional(
    v.pipe(
      v.number('amount_expected'),
      v.integer('amount_expected'),
      v.minValue(0, 'too_small'),
      v.maxValue(10_000, 'too_large'),
    ),
    0,
  ),
  /** False: issued, but payment is not asked for yet. */
  isReleased: v.optional(v.boolean(), true),
})

export const SetAgainst = v.strictObject({
  invoiceIds: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(500, 'too_many')),
})

const ofInitialBalance = { practiceId: RealId, reason: v.optional(Said(longest.reason), '') }

export const InitialBalance = v.strictObject({
  ...ofInitialBalance,
  amountCents: v.pipe(
    cents(-mostCents),
    v.check(cents => cents !== 0, 'zero'),
  ),
})

export const CorrectedBalance = v.strictObject({
  ...ofInitialBalance,
  /** Zero where nothing was owed. */
  amountCents: cents(-mostCents),
  /** The balance until now, as the person correcting it saw it. */
  seenCents: cents(-2 * mostCents),
})

export const CreditNote = v.strictObject({
  /** Empty: all lines no credit note has taken back yet. */
  positions: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_767))), v.maxLength(5_000, 'too_many')),
    [],
  ),
  reason: Words(longest.reason),
})

export const vatCategories = ['exempt', 'standard'] as const
export const Price = v.strictObject({
  caseSequence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_767)),
  unitPriceCents: cents(0),
  vat: v.picklist(vatCategories, 'required'),
})
export const Prices = v.strictObject({
  prices: v.pipe(v.array(Price), v.minLength(1, 'required'), v.maxLength(100, 'too_many')),
})
export type Prices = v.InferOutput<typeof Prices>

/**
 * A practice's number, corrected by the bookkeeper. `seen` is the number as it was read: a concurrent change is not
 * overwritten.
 */
export const PracticeNumber = v.strictObject({
  rppsSiretSiren: v.pipe(Words(60), v.check(saysSiren, 'siren_wrong')),
  seen: v.pipe(v.string(), v.maxLength(60)),
})

/**
 * `number`: the laboratory has a VAT number. `exempt_work`: it has none, since all its work is exempt. `small_business`:
 * art. 293 B.
 */
export const vatRegimes = ['number', 'exempt_work', 'small_business'] as const
export type VatRegime = (typeof vatRegimes)[number]

export const BillingSettings = v.strictObject({
  legalName: Words(140),
  siren: Bare(20),
  siret: Bare(20),
  vatRegime: v.picklist(vatRegimes),
  vatNumber: Bare(20),
  legalMention: Said(longest.mention),
  /** The laboratory's seat; empty where it is the place of work. */
  address: Said(200),
  postalCode: Said(20),
  city: Said(100),
  electronicAddress: Said(125),
  iban: Bare(34),
  bic: Bare(11),
  paymentDays: v.pipe(
    v.number('required'),
    v.integer('required'),
    v.minValue(0, 'out_of_range'),
    v.maxValue(mostPaymentDays, 'out_of_range'),
  ),
  splitsVat: v.boolean(),
  asksApproval: v.boolean(),
  penaltyNote: Words(longest.mention),
  recoveryNote: Words(longest.mention),
  discountNote: Words(longest.mention),
})
export type BillingSettings = v.InferOutput<typeof BillingSettings>
