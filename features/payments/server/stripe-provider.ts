import type Stripe from 'stripe'
import * as v from 'valibot'
import {
  CardEvent,
  type CardPayment,
  type CardProvider,
  type Charge,
  type NewCheckout,
  ProviderFailure,
  signatureLifeSeconds,
} from './card-provider.ts'

export type StripeSettings = {
  secretKey: string
  /** Secrets of the webhook endpoint; two of them during a rotation. */
  webhookSecrets: readonly string[]
  /** Another API host than Stripe's, for tests. */
  api?: { protocol: 'http' | 'https'; host: string; port: number }
  timeoutMilliseconds?: number
}

/** Stripe requires at least half an hour; coming back after an hour begins a new page. */
const pageLifeSeconds = 3_600

/** Stripe Checkout, on Stripe's own pages. The library is large and loaded on first use. */
export function stripeProvider(settings: StripeSettings): CardProvider {
  let loading: Promise<Stripe> | undefined
  const library = () => {
    loading ??= open(settings)
    return loading
  }
  const ofAccount = (account: string | null) => (account ? { stripeAccount: account } : {})

  const sessionOf = (stripe: Stripe, { providerReference, account }: CardPayment & { providerReference: string }) =>
    stripe.checkout.sessions.retrieve(
      providerReference,
      { expand: ['payment_intent.latest_charge'] },
      ofAccount(account),
    )

  async function findIntent(stripe: Stripe, asked: CardPayment) {
    const query = `metadata['payment']:'${asked.paymentId}' AND metadata['laboratory']:'${asked.brandId}'`
    const { data } = await stripe.paymentIntents.search(
      { query, limit: 1, expand: ['data.latest_charge'] },
      ofAccount(asked.account),
    )
    return data[0]
  }

  async function intentIdOf(stripe: Stripe, asked: CardPayment): Promise<string | undefined> {
    const { providerReference } = asked
    if (!providerReference) return (await findIntent(stripe, asked))?.id
    const { payment_intent: intent } = await sessionOf(stripe, { ...asked, providerReference })
    return typeof intent === 'string' ? intent : intent?.id
  }

  return {
    createCheckout: asked =>
      answered(async () => {
        const stripe = await library()
        const { id, url } = await stripe.checkout.sessions.create(sessionFor(asked), {
          ...ofAccount(asked.account),
          idempotencyKey: `checkout-${asked.paymentId}`,
        })
        if (!url) throw new ProviderFailure('refused', 'no_page')
        return { providerReference: id, url }
      }),

    findPayment: asked =>
      answered(async () => {
        const stripe = await library()
        const { providerReference } = asked
        if (providerReference) {
          const session = await sessionOf(stripe, { ...asked, providerReference })
          // The stored reference may name another payment's page, which says nothing about this one.
          if (session.metadata?.payment !== asked.paymentId) throw new ProviderFailure('refused', 'page_of_another')
          return chargeOfSession(session)
        }
        const intent = await findIntent(stripe, asked)
        return intent && chargeOfIntent(intent)
      }),

    closeCheckout: asked =>
      answered(async () => {
        const stripe = await library()
        const { providerReference } = asked
        if (!providerReference) return
        await stripe.checkout.sessions.expire(providerReference, {}, ofAccount(asked.account)).catch(error => {
          // Expired by itself or just paid: findPayment tells which.
          if (error?.statusCode !== 400) throw error
        })
      }),

    refund: (asked, amountCents, key) =>
      answered(async () => {
        const stripe = await library()
        const intent = await intentIdOf(stripe, asked)
        if (!intent) throw new ProviderFailure('refused', 'nothing_charged')
        await stripe.refunds.create(
          { payment_intent: intent, amount: amountCents },
          { ...ofAccount(asked.account), idempotencyKey: `refund-${asked.paymentId}-${key}` },
        )
      }),

    async verifyEvent(rawBody, headers) {
      const stripe = await library()
      const event = verified(stripe, rawBody, headers.get('stripe-signature') ?? '', settings.webhookSecrets)
      if (!event) return 'forged'
      const said = await answered(() => whatHappened(stripe, event, ofAccount(event.account ?? null)))
      const account = event.account ?? null
      const checked = v.safeParse(CardEvent, said && { ...said, id: event.id, account })
      // From another use of the same account: those payments carry no laboratory of ours.
      return checked.success ? checked.output : undefined
    },
  }
}

async function open({ secretKey, api, timeoutMilliseconds = 4_000 }: StripeSettings): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  return new Library(secretKey, {
    ...api,
    // The payer is waiting: a timed-out request is repeated by the payer or by the job.
    timeout: timeoutMilliseconds,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

const sessionFor = (asked: NewCheckout): Stripe.Checkout.SessionCreateParams => {
  // The payment is found again by these even if the answer is lost.
  const metadata = { payment: asked.paymentId, laboratory: asked.brandId }
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: asked.paymentId,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: asked.amountCents, product_data: { name: asked.label } },
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: asked.label },
    success_url: asked.returnUrl,
    cancel_url: asked.returnUrl,
    expires_at: Math.floor(Date.parse(asked.createdAt) / 1000) + pageLifeSeconds,
  }
}

function chargeOfSession(session: Stripe.Checkout.Session): Charge {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  return {
    providerReference: session.id,
    state: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'over' : 'open',
    url: session.url,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    ...afterwards(intent?.latest_charge ?? null),
  }
}

const chargeOfIntent = (intent: Stripe.PaymentIntent): Charge => ({
  providerReference: intent.id,
  state: intent.status === 'succeeded' ? 'paid' : intent.status === 'canceled' ? 'over' : 'open',
  url: null,
  amountCents: intent.amount,
  currency: intent.currency.toUpperCase(),
  ...afterwards(intent.latest_charge),
})

const afterwards = (charge: Stripe.Charge | string | null) => ({
  refundedCents: charge && typeof charge === 'object' ? charge.amount_refunded : 0,
  isDisputed: charge && typeof charge === 'object' ? charge.disputed : false,
})

/** The event, if one of the secrets has recently signed these exact bytes. */
function verified(stripe: Stripe, rawBody: Uint8Array, signature: string, secrets: readonly string[]) {
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  // The library rejects only timestamps that are too old.
  if (signedAt - Date.now() / 1000 <= signatureLifeSeconds !== true) return undefined
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(Buffer.from(rawBody), signature, secret, signatureLifeSeconds)
    } catch {
      // Try the next secret.
    }
  }
  return undefined
}

type Happened = Omit<v.InferInput<typeof CardEvent>, 'id' | 'account'>

/** The event in our terms; undefined for the many events that change no payment. */
async function whatHappened(
  stripe: Stripe,
  event: Stripe.Event,
  options: Stripe.RequestOptions,
): Promise<Partial<Happened> | undefined> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      // "Completed" includes payments that settle only days later.
      if (session.payment_status !== 'paid') return undefined
      return { ...ourNames(session.metadata), kind: 'succeeded', ...sumOf(session.amount_total, session.currency) }
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object
      return { ...ourNames(session.metadata), kind: 'failed', ...sumOf(session.amount_total, session.currency) }
    }
    case 'charge.refunded': {
      const charge = event.data.object
      return { ...ourNames(charge.metadata), kind: 'refunded', ...sumOf(charge.amount_refunded, charge.currency) }
    }
    case 'charge.dispute.created': {
      const { payment_intent: intent, amount, currency } = event.data.object
      if (!intent) return undefined
      // A dispute does not name our payment, but its payment intent does.
      const { metadata } = await stripe.paymentIntents.retrieve(
        typeof intent === 'string' ? intent : intent.id,
        {},
        options,
      )
      return { ...ourNames(metadata), kind: 'disputed', ...sumOf(amount, currency) }
    }
    default:
      return undefined
  }
}

const ourNames = (metadata: Stripe.Metadata | null) => ({
  ...(metadata?.laboratory ? { brandId: metadata.laboratory } : {}),
  ...(metadata?.payment ? { paymentId: metadata.payment } : {}),
})
const sumOf = (amount: number | null, currency: string | null) => ({
  amountCents: amount ?? 0,
  currency: currency ?? '',
})

/** Stripe's errors quote the request: keep their code, drop their text. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOfStripe(error)) throw error
    const isSilent = error.statusCode === undefined || error.statusCode >= 500 || [409, 429].includes(error.statusCode)
    throw new ProviderFailure(isSilent ? 'silent' : 'refused', error.code ?? error.type)
  }
}

const isOfStripe = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
