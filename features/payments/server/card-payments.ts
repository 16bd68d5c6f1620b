import type { Logger } from 'pino'
import { recordEvent } from '#features/audit/server/sql.ts'
import { type PaymentEvent, recordPaymentEvent } from '#features/invoices/server/ledger-sql.ts'
import type { ProblemDetails } from '#kit/problem.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import type { CardProviderName } from '../contract.ts'
import { type CardEvent, type CardPayment, type CardProvider, type Charge, ProviderFailure } from './card-provider.ts'
import { findAnyPayment, findPaymentSettings, type PaymentRow, type PaymentSettings } from './sql.ts'

export type CardProviders = Partial<Record<CardProviderName, CardProvider>>
type Refuse = (code: 'card_unreachable' | 'card_refused', details?: ProblemDetails) => never
type Parts = { database: Database; providers: CardProviders; log: Logger }

/** A provider's page lives an hour at most; a payment it does not know by then was never made. */
const forgottenAfterMinutes = 120

const kinds = {
  succeeded: 'payment_succeeded',
  failed: 'payment_failed',
  refunded: 'payment_refunded',
  disputed: 'payment_disputed',
} as const

/** Brings what providers know of payments into the ledger, from their events or by asking them. */
export class CardPayments {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  provider(name: string): CardProvider | undefined {
    return name === 'stripe' || name === 'sandbox' ? this.#parts.providers[name] : undefined
  }

  /** The laboratory's card provider, where this installation can ask it. */
  offered({
    card,
  }: PaymentSettings): { name: CardProviderName; account: string | null; ask: CardProvider } | undefined {
    const ask = card && this.provider(card.provider)
    return card && ask ? { name: card.provider, account: card.account, ask } : undefined
  }

  /** The payment as the provider knows it; undefined where the laboratory has changed providers since. */
  at(
    payment: PaymentRow,
    brandId: string,
    settings: PaymentSettings,
  ): (CardPayment & { ask: CardProvider }) | undefined {
    const offered = this.offered(settings)
    if (payment.mode !== 'card' || offered?.name !== payment.provider) return undefined
    const { account, ask } = offered
    return { brandId, paymentId: payment.id, account, providerReference: payment.providerReference, ask }
  }

  /**
   * Maps a provider's failure to a refusal the person waiting can understand: `silent` may succeed later, the other may
   * not.
   */
  refuseFor(error: unknown, refuse: Refuse): never {
    if (!(error instanceof ProviderFailure)) throw error
    this.#parts.log.warn({ code: error.code, kind: error.kind }, 'card provider failed')
    return error.kind === 'silent' ? refuse('card_unreachable', { retryAfter: 5 }) : refuse('card_refused')
  }

  /**
   * Handles an event whose signature has been verified. Events of another account about this laboratory's payments are
   * ignored.
   */
  async hear(name: CardProviderName, event: CardEvent, requestId: string): Promise<void> {
    const { database, log } = this.#parts
    const { account, brandId, id: eventId, ...said } = event
    await openLaboratoryOf(database, brandId, 'write', async laboratory => {
      const { card } = await findPaymentSettings(laboratory)
      if (card?.provider !== name || card.account !== account) {
        log.warn({ provider: name, paymentId: said.paymentId }, 'payment event of another account')
        return
      }
      await this.#record(laboratory, { ...said, provider: name, eventId }, requestId)
    })
  }

  /** Copies the provider's state of a payment to the ledger. Throws a ProviderFailure when the provider does not answer. */
  async askProvider(brandId: string, paymentId: string, requestId: string): Promise<void> {
    const { database } = this.#parts
    const [payment, settings] = await openLaboratoryOf(database, brandId, 'read', laboratory =>
      Promise.all([findAnyPayment(laboratory, paymentId), findPaymentSettings(laboratory)]),
    )
    const there = payment && this.at(payment, brandId, settings)
    if (!there) return
    const charge = await there.ask.findPayment(there)
    const minutes = (Date.now() - Date.parse(payment.createdAt)) / 60_000
    await this.write(there, charge, requestId, minutes > forgottenAfterMinutes)
  }

  /** `isOver`: a payment unknown to the provider will not be paid any more. */
  async write(
    there: CardPayment & { ask: CardProvider },
    charge: Charge | undefined,
    requestId: string,
    isOver: boolean,
  ): Promise<void> {
    const { database, providers } = this.#parts
    const { brandId, paymentId, ask } = there
    const provider = providers.stripe === ask ? 'stripe' : 'sandbox'
    const now = await openLaboratoryOf(database, brandId, 'write', async laboratory => {
      for (const { kind, amountCents } of changesIn(charge, isOver)) {
        const eventId = `asked/${paymentId}/${kind}/${amountCents}`
        const currency = charge?.currency ?? 'EUR'
        await this.#record(laboratory, { paymentId, provider, eventId, kind, amountCents, currency }, requestId)
      }
      return findAnyPayment(laboratory, paymentId)
    })
    // The page was made while we asked: a payment that has ended here ends there, too.
    const providerReference = now?.status === 'failed' ? now.providerReference : there.providerReference
    if (providerReference !== there.providerReference) await ask.closeCheckout({ ...there, providerReference })
  }

  async #record(laboratory: Laboratory, event: PaymentEvent, requestId: string): Promise<void> {
    const { outcome } = await recordPaymentEvent(laboratory, event)
    const { paymentId, kind, provider } = event
    if (outcome === 'applied') await recordEvent(laboratory, { kind: kinds[kind], requestId, subjectId: paymentId })
    if (outcome === 'amount_differs' || outcome === 'unknown_payment')
      this.#parts.log.warn({ provider, paymentId, kind, outcome }, 'payment event without effect')
  }
}

function changesIn(charge: Charge | undefined, isOver: boolean): Pick<PaymentEvent, 'kind' | 'amountCents'>[] {
  if (!charge) return isOver ? [{ kind: 'failed', amountCents: 0 }] : []
  const { state, amountCents, refundedCents, isDisputed } = charge
  const changes: Pick<PaymentEvent, 'kind' | 'amountCents'>[] = []
  if (state === 'paid') changes.push({ kind: 'succeeded', amountCents })
  if (state === 'over') changes.push({ kind: 'failed', amountCents: 0 })
  if (refundedCents > 0) changes.push({ kind: 'refunded', amountCents: refundedCents })
  if (isDisputed) changes.push({ kind: 'disputed', amountCents: 0 })
  return changes
}
