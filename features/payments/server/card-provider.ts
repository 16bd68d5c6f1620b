import * as v from 'valibot'
import { Id } from '#kit/contract.ts'

/** The payment a provider is asked about, and the provider account that gets the money. */
export type CardPayment = {
  brandId: string
  paymentId: string
  /** The laboratory's account at the provider; null where the installation's own account serves it. */
  account: string | null
  /** The provider's own name for the payment, once known. */
  providerReference: string | null
}

export type NewCheckout = Omit<CardPayment, 'providerReference'> & {
  amountCents: number
  /** Piece numbers paid; shown on the provider's page and on the card statement. */
  label: string
  /** Where the provider returns to, whatever the outcome. */
  returnUrl: string
  /** The page's expiry is counted from it, so that a repeated request is identical. */
  createdAt: string
}

export type Checkout = { providerReference: string; url: string }

/** What a provider knows of a payment. */
export type Charge = {
  providerReference: string
  /** `open` may still be paid at `url`; `over` never will be. */
  state: 'open' | 'paid' | 'over'
  url: string | null
  amountCents: number
  currency: string
  /** Total so far. */
  refundedCents: number
  isDisputed: boolean
}

/** An event of the provider, after its signature has been verified. */
export const CardEvent = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  brandId: Id,
  paymentId: Id,
  account: v.nullable(v.string()),
  kind: v.picklist(['succeeded', 'failed', 'refunded', 'disputed']),
  /** For refunds, the total refunded so far. */
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(0)),
  currency: v.pipe(v.string(), v.toUpperCase()),
})
export type CardEvent = v.InferOutput<typeof CardEvent>

/** Takes cards for a laboratory on pages of its own, so that no card number ever reaches ours. */
export type CardProvider = {
  /** Idempotent per payment: never charges twice. Throws a ProviderFailure. */
  createCheckout: (asked: NewCheckout) => Promise<Checkout>
  /** Undefined for a payment unknown to the provider. Throws a ProviderFailure. */
  findPayment: (asked: CardPayment) => Promise<Charge | undefined>
  /** Nobody can pay there afterwards; what was paid before stays paid. Throws a ProviderFailure. */
  closeCheckout: (asked: CardPayment) => Promise<void>
  /** Gives money back, once per key. Throws a ProviderFailure. */
  refund: (asked: CardPayment, amountCents: number, key: string) => Promise<void>
  /**
   * Undefined for events about no payment of ours; `forged` for what the provider has not signed within the last five
   * minutes.
   */
  verifyEvent: (rawBody: Uint8Array, headers: Headers) => Promise<CardEvent | undefined | 'forged'>
}

/** `silent`: the outcome is unknown, and asking again is allowed. `refused`: the provider said no, and will again. */
export class ProviderFailure extends Error {
  readonly kind: 'silent' | 'refused'
  /** The provider's own error code, for the log. */
  readonly code: string

  constructor(kind: ProviderFailure['kind'], code: string) {
    super(`The card provider ${kind === 'silent' ? 'does not answer' : 'refuses'}: ${code}`)
    this.name = 'ProviderFailure'
    this.kind = kind
    this.code = code
  }
}

/** Applied in both directions, so that a clock that is ahead opens nothing either. */
export const signatureLifeSeconds = 300
