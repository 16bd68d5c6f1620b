import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { startStripeServer, stripeEvent } from '#test/stripe-server.ts'
import { type CardEvent, type CardProvider, type NewCheckout, ProviderFailure } from './card-provider.ts'
import { sandboxEvent, sandboxProvider, signedEvent } from './sandbox-provider.ts'
import { endCheckout, findCheckoutOf } from './sandbox-sql.ts'
import { stripeProvider } from './stripe-provider.ts'

const { app, make } = startTestApp()
const { database } = app.api.services
const stripeServer = await startStripeServer()
afterAll(() => stripeServer.close())

const [secret, nextSecret] = ['whsec_now', 'whsec_next']
const settings = { secretKey: stripeServer.secretKey, webhookSecrets: [secret, nextSecret], api: stripeServer.api }
const stripe = stripeProvider({ ...settings, timeoutMilliseconds: 30_000 })
const impatient = stripeProvider({ ...settings, timeoutMilliseconds: 200 })
const told: CardEvent[] = []
const sandbox = sandboxProvider({
  database,
  secrets: { appSecret: testSecret },
  tell: async event => {
    told.push(event)
  },
})

/** The same tests for each provider; only the payer's part and the events sent differ. */
type Played = {
  provider: CardProvider
  account: string | null
  pay: (asked: NewCheckout) => Promise<void>
  /** The event that it was paid, as the provider sends it, optionally dated otherwise. */
  sent: (asked: NewCheckout, at?: number) => Promise<{ body: string; headers: Record<string, string> }>
}

const played: Record<string, Played> = {
  stripe: {
    provider: stripe,
    account: 'acct_1Arcade',
    pay: async ({ paymentId }) => {
      stripeServer.pay(paymentId)
    },
    sent: async ({ paymentId, account }, at) =>
      stripeEvent('checkout.session.completed', stripeServer.sessionOf(paymentId), {
        secret,
        account: account ?? undefined,
        ...(at === undefined ? {} : { at }),
      }),
  },
  sandbox: {
    provider: sandbox,
    account: null,
    pay: asked =>
      openLaboratoryOf(database, asked.brandId, 'write', async laboratory => {
        const { id } = (await findCheckoutOf(laboratory, asked.paymentId)) ?? { id: '' }
        await endCheckout(laboratory, id, 'paid')
      }),
    sent: async ({ brandId, paymentId }, at) => {
      const checkout = await openLaboratoryOf(database, brandId, 'read', laboratory =>
        findCheckoutOf(laboratory, paymentId),
      )
      if (!checkout) throw new Error('No page was opened.')
      return signedEvent({ appSecret: testSecret }, sandboxEvent(brandId, checkout, 'succeeded'), at)
    },
  },
}

describe.each(Object.entries(played))('the provider %s', (_name, { provider, account, pay, sent }) => {
  let laboratory: TestLaboratory
  let asked: NewCheckout
  beforeEach(async () => {
    laboratory = await make.laboratory()
    await make.insert(laboratory.id, 'card_settings', { brand_id: laboratory.id, provider: 'sandbox' })
    asked = {
      brandId: laboratory.id,
      paymentId: randomUUID(),
      account,
      amountCents: 12_345,
      label: 'FA-2026-000123',
      returnUrl: `https://${laboratory.host}/invoices/payments/x`,
      createdAt: new Date().toISOString(),
    }
  })
  const verify = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    provider.verifyEvent(Buffer.from(body), new Headers(headers))

  it('opens one page for a payment, however often it is asked', async () => {
    const first = await provider.createCheckout(asked)
    expect(first.url).toMatch(/^https:\/\//)
    expect(await provider.createCheckout(asked)).toEqual(first)
  })

  it('finds a payment by what it called it, and by what we call it', async () => {
    const { providerReference, url } = await provider.createCheckout(asked)
    const open = { providerReference, state: 'open', url, amountCents: 12_345, currency: 'EUR', refundedCents: 0 }
    expect(await provider.findPayment({ ...asked, providerReference })).toMatchObject({ ...open, isDisputed: false })
    await pay(asked)
    expect(await provider.findPayment({ ...asked, providerReference })).toMatchObject({ state: 'paid' })
    // The answer with the provider's own reference was lost.
    expect(await provider.findPayment({ ...asked, providerReference: null })).toMatchObject({
      state: 'paid',
      amountCents: 12_345,
    })
  })

  it('has never heard of what it was never asked', async () => {
    expect(await provider.findPayment({ ...asked, providerReference: null })).toBeUndefined()
  })

  it('closes a page so that nobody pays there, and leaves what was paid', async () => {
    const { providerReference } = await provider.createCheckout(asked)
    await provider.closeCheckout({ ...asked, providerReference })
    await provider.closeCheckout({ ...asked, providerReference })
    expect(await provider.findPayment({ ...asked, providerReference })).toMatchObject({ state: 'over', url: null })

    const paid = { ...asked, paymentId: randomUUID() }
    const other = await provider.createCheckout(paid)
    await pay(paid)
    await provider.closeCheckout({ ...paid, ...other })
    expect(await provider.findPayment({ ...paid, ...other })).toMatchObject({ state: 'paid' })
  })

  it('gives money back once for each key, and never more than was paid', async () => {
    const { providerReference } = await provider.createCheckout(asked)
    const payment = { ...asked, providerReference }
    await expect(provider.refund(payment, 100, 'early')).rejects.toMatchObject({ kind: 'refused' })
    await pay(asked)
    await provider.refund(payment, 2_000, 'first')
    await provider.refund(payment, 2_000, 'first')
    await provider.refund(payment, 345, 'second')
    expect(await provider.findPayment(payment)).toMatchObject({ state: 'paid', refundedCents: 2_345 })
    await expect(provider.refund(payment, 10_001, 'third')).rejects.toBeInstanceOf(ProviderFailure)
    expect(await provider.findPayment(payment)).toMatchObject({ refundedCents: 2_345 })
  })

  it('signs what it tells: which payment, in which laboratory, how much', async () => {
    await provider.createCheckout(asked)
    await pay(asked)
    const { brandId, paymentId, amountCents } = asked
    const said = { brandId, paymentId, account, kind: 'succeeded', amountCents, currency: 'EUR' }
    expect(await verify(await sent(asked))).toEqual({ id: expect.any(String), ...said })
  })

  it('is not believed when a byte was changed, the signature is another’s or missing, or it is stale or early', async () => {
    await provider.createCheckout(asked)
    await pay(asked)
    const now = Math.floor(Date.now() / 1000)
    const right = await sent(asked)
    const [[name = '', signature = ''] = []] = Object.entries(right.headers)
    for (const forged of [
      { ...right, body: right.body.replace('12345', '12346') },
      { ...right, body: `${right.body} ` },
      { ...right, body: '' },
      { ...right, headers: {} },
      { ...right, headers: { [name]: signature.replace(/.$/, last => (last === '0' ? '1' : '0')) } },
      { ...right, headers: { [name]: signature.replace(/^t=\d+/, `t=${now - 1}`) } },
      { ...right, headers: { [name]: signature.replace(/^t=\d+,/, '') } },
      await sent(asked, now - 302),
      await sent(asked, now + 310),
    ])
      expect(await verify(forged), JSON.stringify(forged)).toBe('forged')
    for (const at of [now - 290, now + 290])
      expect(await verify(await sent(asked, at))).toMatchObject({ kind: 'succeeded' })
  })
})

describe('Stripe', () => {
  const asked = (): NewCheckout => ({
    brandId: randomUUID(),
    paymentId: randomUUID(),
    account: null,
    amountCents: 5_000,
    label: 'FA-2026-000007',
    returnUrl: 'https://laboratory.test/invoices/payments/x',
    createdAt: new Date().toISOString(),
  })
  const verify = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    stripe.verifyEvent(Buffer.from(body), new Headers(headers))

  it('is asked for the laboratory’s own account, with a key of the payment, and for cards alone', async () => {
    const ours = { ...asked(), account: 'acct_2Own' }
    await stripe.createCheckout(ours)
    const sent = stripeServer.asked.at(-1)
    expect(sent).toMatchObject({ account: 'acct_2Own', key: `checkout-${ours.paymentId}` })
    expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
      mode: 'payment',
      'allowed_payment_method_types[0]': 'card',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '5000',
      'payment_intent_data[metadata][payment]': ours.paymentId,
      success_url: ours.returnUrl,
      cancel_url: ours.returnUrl,
    })
    // The payment is unknown to other accounts.
    await expect(stripe.findPayment({ ...ours, account: null, providerReference: 'cs_x' })).rejects.toMatchObject({
      kind: 'refused',
    })
  })

  it('that has charged and not answered is asked again, and answers the same', async () => {
    const ours = asked()
    stripeServer.meet('silent')
    await expect(impatient.createCheckout(ours)).rejects.toMatchObject({ kind: 'silent' })
    const before = stripeServer.sessions.size
    const { providerReference } = await stripe.createCheckout(ours)
    expect(stripeServer.sessions.size).toBe(before)
    expect(stripeServer.sessionOf(ours.paymentId).id).toBe(providerReference)
  })

  it('says in our words why not, and nothing of what it was sent', async () => {
    const { failure } = stripeServer
    const cases = [
      [failure(401, 'invalid_request_error'), 'refused'],
      [failure(403, 'invalid_request_error'), 'refused'],
      [failure(400, 'invalid_request_error', 'amount_too_small'), 'refused'],
      [failure(409, 'invalid_request_error', 'lock_timeout'), 'silent'],
      [failure(429, 'invalid_request_error', 'rate_limit'), 'silent'],
      [failure(500, 'api_error'), 'silent'],
    ] as const
    for (const [answer, kind] of cases) {
      stripeServer.meet({ answer })
      const error = await stripe.createCheckout(asked()).catch((thrown: Error) => thrown)
      expect(error).toBeInstanceOf(ProviderFailure)
      expect(error).toMatchObject({ kind })
      expect(String(error)).not.toContain('sk_test')
    }
    const nobody = stripeProvider({
      secretKey: 'sk',
      webhookSecrets: [],
      api: { protocol: 'http', host: '127.0.0.1', port: 9 },
    })
    await expect(nobody.createCheckout(asked())).rejects.toMatchObject({ kind: 'silent' })
  })

  it('is believed by either of two secrets while one takes the other’s place, and by no third', async () => {
    const ours = asked()
    await stripe.createCheckout(ours)
    const session = stripeServer.pay(ours.paymentId)
    for (const one of [secret, nextSecret])
      expect(await verify(stripeEvent('checkout.session.completed', session, { secret: one }))).toMatchObject({
        kind: 'succeeded',
      })
    expect(await verify(stripeEvent('checkout.session.completed', session, { secret: 'whsec_other' }))).toBe('forged')
  })

  it('tells of refunds by what was refunded in all, and of disputes by their payment', async () => {
    const ours = asked()
    await stripe.createCheckout(ours)
    const session = stripeServer.pay(ours.paymentId)
    const names = { brandId: ours.brandId, paymentId: ours.paymentId, account: null }
    const charge = { ...stripeServer.chargeOf(ours.paymentId), amount_refunded: 1_200 }
    expect(await verify(stripeEvent('charge.refunded', charge, { secret }))).toMatchObject({
      ...names,
      kind: 'refunded',
      amountCents: 1_200,
    })
    const dispute = {
      object: 'dispute',
      id: 'du_1',
      payment_intent: session.payment_intent,
      amount: 5_000,
      currency: 'eur',
    }
    expect(await verify(stripeEvent('charge.dispute.created', dispute, { secret }))).toMatchObject({
      ...names,
      kind: 'disputed',
    })
  })

  it('has much to tell that is no payment of ours', async () => {
    const ours = asked()
    await stripe.createCheckout(ours)
    const session = stripeServer.sessionOf(ours.paymentId)
    // Completed while the money is still on its way.
    expect(await verify(stripeEvent('checkout.session.completed', session, { secret }))).toBeUndefined()
    expect(await verify(stripeEvent('customer.created', { id: 'cus_1' }, { secret }))).toBeUndefined()
    const foreign = { ...session, payment_status: 'paid', metadata: {} }
    expect(await verify(stripeEvent('checkout.session.completed', foreign, { secret }))).toBeUndefined()
  })
})
