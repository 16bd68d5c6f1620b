import { recordDeed } from '#features/audit/server/sql.ts'
import { beginPayment, namePayment, withdrawPayment } from '#features/invoices/server/ledger-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser, asVisitor, asWaitingPracticeUser } from '#tenancy/server/guards.ts'
import { CardProviderName, type Payment, paymentCalls, providerCalls } from '../contract.ts'
import { epcText } from '../epc.ts'
import type { CardPayments } from './card-payments.ts'
import { findPayment, findPaymentSettings, listOpenPayments, type PaymentRow, type PaymentSettings } from './sql.ts'

export function paymentRoutes(api: Api, cards: CardPayments) {
  on(api, paymentCalls.modes, asPracticeUser, async ({ actor: user }) => {
    const settings = await findPaymentSettings(user)
    const card = cards.offered(settings)
    return {
      data: {
        transfer: settings.account !== undefined,
        account: settings.account ?? null,
        card: card !== undefined,
        isTest: card?.name === 'sandbox',
      },
    }
  })

  on(api, paymentCalls.begin, asPracticeUser, async ({ actor: user, body, incoming, requestId, refuse }) => {
    if (!incoming.has('idempotency-key')) return refuse('idempotency_key_missing')
    const settings = await findPaymentSettings(user)
    const provider = body.mode === 'card' ? cards.offered(settings)?.name : settings.account && 'bank'
    if (!provider) return refuse('mode_not_offered')
    const begun = await beginPayment(user, { ...body, provider })
    if (begun.refusal === 'not_found') throw problem('not_found')
    if (begun.refusal === 'amount_too_small')
      throw problem('input_invalid', { errors: [{ path: 'amountCents', code: 'amount_too_small' }] })
    if (begun.refusal) return refuse(begun.refusal)
    await recordDeed(user, 'payment_begun', requestId)
    return { data: shown(await found(user, begun.paymentId), settings) }
  })

  on(api, paymentCalls.open, asPracticeUser, async ({ actor: user }) => {
    const [rows, settings] = await Promise.all([listOpenPayments(user), findPaymentSettings(user)])
    return { data: rows.map(row => shown(row, settings)) }
  })

  on(api, paymentCalls.find, asPracticeUser, async ({ actor: user, params }) => {
    const [row, settings] = await Promise.all([found(user, params.id), findPaymentSettings(user)])
    return { data: shown(row, settings) }
  })

  const known = (user: PracticeUser, id: string) =>
    Promise.all([found(user, id), findPaymentSettings(user), user.brandId] as const)

  on(api, paymentCalls.checkout, asWaitingPracticeUser, async ({ actor, params, incoming, requestId, refuse }) => {
    const [payment, settings, brandId] = await actor.within('read', user => known(user, params.id))
    const there = cards.at(payment, brandId, settings)
    if (payment.status !== 'pending' || payment.mode !== 'card') return refuse('payment_over')
    if (!there) return refuse('card_refused')
    const work = async () => {
      if (there.providerReference) {
        const charge = await there.ask.findPayment(there)
        if (charge?.state === 'open' && charge.url) return charge.url
        await cards.write(there, charge, requestId, true)
        return undefined
      }
      const checkout = await there.ask.createCheckout({
        ...there,
        amountCents: payment.amountCents,
        label: payment.invoices
          .map(({ pieceCode }) => pieceCode)
          .join(', ')
          .slice(0, 200),
        returnUrl: `${originOf(incoming, settings)}/invoices/payments/${payment.id}`,
        createdAt: payment.createdAt,
      })
      // Stored before the redirect, so that a charge made there is known here by its name.
      const { providerReference } = checkout
      const isNamed = await actor.within('write', user => namePayment(user, payment.id, providerReference))
      // Given up meanwhile: the page must not take money.
      if (!isNamed) await there.ask.closeCheckout({ ...there, providerReference })
      return isNamed ? checkout.url : undefined
    }
    const redirectUrl = await work().catch(error => cards.refuseFor(error, refuse))
    return redirectUrl ? { data: { redirectUrl } } : refuse('payment_over')
  })

  on(api, paymentCalls.cancel, asWaitingPracticeUser, async ({ actor, params, requestId, refuse }) => {
    const [payment, settings, brandId] = await actor.within('read', user => known(user, params.id))
    const there = cards.at(payment, brandId, settings)
    if (payment.status === 'pending' && payment.mode === 'card') {
      if (!there) return refuse('card_refused')
      const work = async () => {
        await there.ask.closeCheckout(there)
        // A payment made a moment before stays paid.
        await cards.write(there, await there.ask.findPayment(there), requestId, true)
      }
      await work().catch(error => cards.refuseFor(error, refuse))
    }
    return actor.within('write', async user => {
      if (payment.mode === 'transfer' && (await withdrawPayment(user, payment.id)))
        await recordDeed(user, 'payment_withdrawn', requestId)
      return { data: shown(await found(user, payment.id), settings) }
    })
  })

  on(api, providerCalls.event, asVisitor, async ({ params, bytes, incoming, requestId, refuse }) => {
    const name = CardProviderName.options.find(option => option === params.provider)
    const provider = name && cards.provider(name)
    if (!name || !provider) throw problem('not_found')
    const event = await provider.verifyEvent(bytes, incoming)
    if (event === 'forged') return refuse('signature_invalid')
    if (event) await cards.hear(name, event, requestId)
    return undefined
  })
}

async function found(user: PracticeUser, id: string): Promise<PaymentRow> {
  const row = await findPayment(user, id)
  if (!row) throw problem('not_found')
  return row
}

/** The payer's origin; a front end served elsewhere must be one the laboratory has named. */
function originOf(incoming: Headers, { allowedOrigins }: PaymentSettings): string {
  const origin = incoming.get('origin')
  const host = incoming.get('host') ?? ''
  if (origin && (allowedOrigins.includes(origin) || isOwnPage(origin, host))) return origin
  return `https://${host}`
}

/** Programs and privacy modes send something that is no URL, or one no page can have. */
function isOwnPage(origin: string, host: string): boolean {
  const url = URL.parse(origin)
  return url !== null && /^https?:$/.test(url.protocol) && url.host === host.toLowerCase()
}

function shown(row: PaymentRow, { account }: PaymentSettings): Payment {
  const { id, amountCents, status, refundedCents, cameInsteadCents, returnedAs, createdAt, invoices, reference } = row
  const isAwaited = row.mode === 'transfer' && status === 'pending'
  const transfer = { ...(account ?? { name: '', iban: '', bic: null }), amountCents, reference }
  return {
    id,
    mode: row.mode === 'card' ? 'card' : 'transfer',
    amountCents,
    currency: 'EUR',
    status,
    refundedCents,
    cameInsteadCents,
    returnedAs,
    isDisputed: row.disputedAt !== null,
    createdAt,
    invoices,
    transfer: isAwaited && account ? { ...transfer, qr: epcText(transfer) } : null,
  }
}
