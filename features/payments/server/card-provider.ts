import * as v from 'valibot'
import { Id } from '#kit/contract.ts'

/** Of which payment a provider is asked, and in whose account there the money goes. */
export type CardPayment = {
  brandId: string
  paymentId: string
  /** Of the laboratory at the provider; nothing where the installation's own is the laboratory's. */
  account: string | null
  /** How the provider calls it, once it has said so. */
  providerReference: string | null
}

export type NewCheckout = Omit<CardPayment, 'providerReference'> & {
  amountCents: number
  /** What is paid, by piece numbers: it stands on the provider's page and on the card's statement of account. */
  label: string
  /** Where the provider leads back to, whichever way it ended. */
  returnUrl: string
  /** What the page's end is counted from, so that asking again asks for the same. */
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
  /** In all so far. */
  refundedCents: number
  isDisputed: boolean
}

/** Something that has happened there, once its signature is known to be right. */
export const CardEvent = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  brandId: Id,
  paymentId: Id,
  account: v.nullable(v.string()),
  kind: v.picklist(['succeeded', 'failed', 'refunded', 'disputed']),
  /** Of a refund, what was refunded in all so far. */
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(0)),
  currency: v.pipe(v.string(), v.toUpperCase()),
})
export type CardEvent = v.InferOutput<typeof CardEvent>

/** Whoever takes cards for a laboratory: on pages of its own, so that no card number ever touches ours. */
export type CardProvider = {
  /** Asked again for the same payment, it answers the same and never charges twice. Throws a ProviderFailure. */
  createCheckout: (asked: NewCheckout) => Promise<Checkout>
  /** Undefined where it has never heard of it. Throws a ProviderFailure. */
  findPayment: (asked: CardPayment) => Promise<Charge | undefined>
  /** From then on nobody can pay there; what was paid before stays paid. Throws a ProviderFailure. */
  closeCheckout: (asked: CardPayment) => Promise<void>
  /** Gives money back, once for each key. Throws a ProviderFailure. */
  refund: (asked: CardPayment, amountCents: number, key: string) => Promise<void>
  /** Undefined for what concerns no payment of ours; `forged` for what the provider has not signed within the last five minutes. */
  verifyEvent: (rawBody: Uint8Array, headers: Headers) => Promise<CardEvent | undefined | 'forged'>
}

/** `silent`: nothing is known of what was asked, and it may be asked again. `refused`: it said no, and will again. */
export class ProviderFailure extends Error {
  readonly kind: 'silent' | 'refused'
  /** The provider's own word for it, for the log. */
  readonly code: string

  constructor(kind: ProviderFailure['kind'], code: string) {
    super(`The card provider ${kind === 'silent' ? 'does not answer' : 'refuses'}: ${code}`)
    this.name = 'ProviderFailure'
    this.kind = kind
    this.code = code
  }
}

/** Both ways, so that a clock that is ahead opens nothing either. */
export const signatureLifeSeconds = 300
