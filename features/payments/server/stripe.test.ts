import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import type { JobAsked } from '#tenancy/server/job.ts'
import { problemOf } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { begun, checkout, dataOf, find, startPaymentTests } from '#test/paying.ts'
import { startStripeServer, stripeEvent } from '#test/stripe-server.ts'
import type { Payment } from '../contract.ts'
import { askProvider } from './ask-provider.ts'
import { CardPayments } from './card-payments.ts'
import { stripeProvider } from './stripe-provider.ts'

const stripeServer = await startStripeServer()
afterAll(() => stripeServer.close())
const secret = 'whsec_of_the_tests'
const stripe = {
  secretKey: stripeServer.secretKey,
  webhookSecrets: [secret],
  api: stripeServer.api,
  timeoutMilliseconds: 30_000,
}
const { app, another, make, tokenFor, request, owner, aPractice, piecesOf, tell } = startPaymentTests({ stripe })
const { database, log } = app.api.services
const cards = new CardPayments({ database, log, providers: { stripe: stripeProvider(stripe) } })
/** The same with a timeout no answer meets. */
const impatience = { ...stripe, timeoutMilliseconds: 250 }
const impatient = another({ stripe: impatience })
const impatientCards = new CardPayments({ database, log, providers: { stripe: stripeProvider(impatience) } })

describe('Stripe', () => {
  const account = 'acct_1Laboratory'
  const asked = (laboratory: TestLaboratory, { id }: { id: string }) => cards.askProvider(laboratory.id, id, 'test')
  async function aPayment() {
    const made = await aPractice({ provider: 'stripe', account })
    const { id } = await make.invoice(made.practice)
    const token = await tokenFor(made.manager)
    const impatiently = (payment: { id: string }) =>
      impatient.request(made.laboratory, `/api/payments/${payment.id}/checkout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      })
    return {
      ...made,
      impatiently,
      payment: await begun(made.call, { invoiceIds: [id], mode: 'card', amountCents: 10_000 }),
    }
  }

  it('that does not answer in time is said so, and asked again it has one page for the payment', async () => {
    const { call, payment, impatiently } = await aPayment()
    stripeServer.meet('silent')
    const refused = await impatiently(payment)
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'card_unreachable' })
    expect(refused.headers.get('retry-after')).toBe('5')
    const { redirectUrl } = await dataOf<{ redirectUrl: string }>(await checkout(call, payment))
    expect(redirectUrl).toBe(stripeServer.sessionOf(payment.id).url)
  })

  it('that will not is said so: the laboratory has to see to it', async () => {
    const { call, payment } = await aPayment()
    stripeServer.meet({ answer: stripeServer.failure(401, 'invalid_request_error') })
    expect(await problemOf(await checkout(call, payment))).toMatchObject({ status: 502, code: 'card_refused' })
  })

  it('tells of a payment in its own words', async () => {
    const { call, laboratory, payment } = await aPayment()
    await checkout(call, payment)
    const session = stripeServer.pay(payment.id)
    const of = (signer: string | undefined) =>
      stripeEvent('checkout.session.completed', session, { secret, account: signer })
    // Owners of another account can sign any event with it.
    expect((await tell(laboratory, 'stripe', of('acct_2Mallory'))).status).toBe(204)
    expect(await find(call, payment)).toMatchObject({ status: 'pending' })
    expect((await tell(await make.laboratory(), 'stripe', of(account))).status).toBe(204)
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('is asked by the queue about each payment under way, once a turn, whoever puts it there', async () => {
    const { call, laboratory, payment } = await aPayment()
    await checkout(call, payment)
    stripeServer.pay(payment.id)
    const putThere = () => doChores(app.chores, { laboratories: [laboratory.id] })
    const there = async () =>
      (
        await owner.query<{ data: { ids: object } }>(
          `select data from pgboss.job where name = 'card_payment' and data->>'brandId' = $1`,
          [laboratory.id],
        )
      ).rows.map(({ data }) => data.ids)
    const pass = (minutes: number) =>
      make.within(laboratory.id, client =>
        client.query(`update payments set created_at = now() - make_interval(mins => $1, secs => 5)`, [minutes]),
      )
    await putThere()
    expect(await there()).toEqual([])
    await pass(1)
    await Promise.all([putThere(), putThere(), putThere()])
    expect(await there()).toEqual([{ paymentId: payment.id }])
    await pass(2)
    await putThere()
    expect(await there()).toHaveLength(2)
    const inLaboratory: JobAsked<'paymentId'>['inLaboratory'] = (mode, work) =>
      openLaboratoryOf(database, laboratory.id, mode, work)
    const signal = new AbortController().signal
    // A job may run more than once.
    for (let time = 0; time < 2; time++)
      await askProvider.work({ ids: { paymentId: payment.id }, inLaboratory, signal }, { cards })
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('has charged and nobody has told: asked, it is in the ledger, and so is what went back', async () => {
    const { call, laboratory, practice, payment } = await aPayment()
    await checkout(call, payment)
    stripeServer.pay(payment.id)
    expect(await find(call, payment)).toMatchObject({ status: 'pending' })
    stripeServer.meet('silent')
    await expect(impatientCards.askProvider(laboratory.id, payment.id, 'test')).rejects.toMatchObject({
      kind: 'silent',
    })
    await asked(laboratory, payment)
    await asked(laboratory, payment)
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded', refundedCents: 0, isDisputed: false })
    Object.assign(stripeServer.chargeOf(payment.id), { amount_refunded: 4_000, disputed: true })
    await asked(laboratory, payment)
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded', refundedCents: 4_000, isDisputed: true })
    expect((await piecesOf(practice)).find(({ type }) => type === 'invoice')).toMatchObject({ due: 4_000 })
  })

  describe('is asked to give money back', () => {
    async function aPaidPayment() {
      const made = await aPayment()
      await checkout(made.call, made.payment)
      stripeServer.pay(made.payment.id)
      await asked(made.laboratory, made.payment)
      const accountant = await make.user(made.laboratory, { role: 'accounting' })
      const accounting = await tokenFor(accountant)
      const refund = (body: object) =>
        request(made.laboratory, `/api/staff/payments/${made.payment.id}/refunds`, {
          method: 'POST',
          body: JSON.stringify({ seenCents: 0, ...body }),
          headers: { authorization: `Bearer ${accounting}`, 'content-type': 'application/json' },
        })
      const pass = (minutes: number) =>
        make.within(made.laboratory.id, client =>
          client.query('update card_refunds set asked_at = asked_at - make_interval(mins => $1)', [minutes]),
        )
      const charge = stripeServer.chargeOf(made.payment.id)
      /** Performs this much of the next refund and loses the answer to it. */
      const loseAnswer = (doneCents: number) =>
        stripeServer.before('/v1/refunds', async () => {
          charge.amount_refunded += doneCents
          stripeServer.meet({ answer: stripeServer.failure(500, 'api_error') })
        })
      return { ...made, accountant, refund, pass, loseAnswer, given: () => charge.amount_refunded }
    }

    it('and nobody has heard that it did: another amount is refused, the same is done already', async () => {
      const { call, payment, refund, loseAnswer, given } = await aPaidPayment()
      const first = { amountCents: 4_000, key: randomUUID() }
      loseAnswer(4_000)
      expect(await problemOf(await refund(first))).toMatchObject({ status: 503, code: 'card_unreachable' })
      expect(await problemOf(await refund({ amountCents: 5_000, key: randomUUID() }))).toMatchObject({
        status: 409,
        code: 'not_refundable',
      })
      expect((await refund(first)).status).toBe(204)
      expect(given()).toBe(4_000)
      expect(await find(call, payment)).toMatchObject({ refundedCents: 4_000 })
      expect((await refund({ amountCents: 5_000, key: randomUUID(), seenCents: 4_000 })).status).toBe(204)
      expect(given()).toBe(9_000)
    })

    it('by somebody, who is kept with it and in the audit, however it ends', async () => {
      const { laboratory, payment, accountant, refund, loseAnswer } = await aPaidPayment()
      const asking = { amountCents: 4_000, key: randomUUID() }
      loseAnswer(0)
      await refund(asking)
      expect((await refund(asking)).status).toBe(204)
      // Repeated and stale requests: nothing was asked.
      await refund(asking)
      await refund({ amountCents: 1_000, key: randomUUID() })
      const { rows: lines } = await make.within(laboratory.id, client =>
        client.query(
          `select user_id as "user", session_id is not null as "isOfSession", subject_id as payment from audit_events
           where kind = 'card_refund_asked'`,
        ),
      )
      const line = { user: accountant.id, isOfSession: true, payment: payment.id }
      expect(lines).toEqual([line, line])
      const { rows: refunds } = await make.within(laboratory.id, client =>
        client.query('select asked_by as "user", key from card_refunds'),
      )
      expect(refunds).toEqual([{ user: accountant.id, key: asking.key }])
    })

    it('and has not: that counts as given back while it may still be on its way, and no longer', async () => {
      const { refund, pass, loseAnswer, given } = await aPaidPayment()
      const first = { amountCents: 4_000, key: randomUUID() }
      const other = { amountCents: 5_000, key: randomUUID() }
      loseAnswer(0)
      expect(await problemOf(await refund(first))).toMatchObject({ status: 503, code: 'card_unreachable' })
      expect(await problemOf(await refund(other))).toMatchObject({ status: 409, code: 'not_refundable' })
      await pass(5)
      expect((await refund(other)).status).toBe(204)
      // The later refund was based on the amount seen at the time.
      expect(await problemOf(await refund(first))).toMatchObject({ status: 409, code: 'not_refundable' })
      expect(given()).toBe(5_000)
    })

    it('again after somebody gave back elsewhere is refused, unless it had been done: that is said', async () => {
      const { refund, pass, loseAnswer, given, payment } = await aPaidPayment()
      const charge = stripeServer.chargeOf(payment.id)
      const first = { amountCents: 5_000, key: randomUUID() }
      const second = { amountCents: 1_000, key: randomUUID(), seenCents: 4_000 }
      loseAnswer(0)
      expect(await problemOf(await refund(first))).toMatchObject({ code: 'card_unreachable' })
      await pass(60)
      charge.amount_refunded += 4_000
      for (let time = 0; time < 2; time++)
        expect(await problemOf(await refund(first))).toMatchObject({ status: 409, code: 'not_refundable' })
      expect(given()).toBe(4_000)
      loseAnswer(1_000)
      expect(await problemOf(await refund(second))).toMatchObject({ code: 'card_unreachable' })
      charge.amount_refunded += 2_000
      expect((await refund(second)).status).toBe(204)
      expect(given()).toBe(7_000)
    })

    it('of which some went back elsewhere: what was seen is compared with what it knows', async () => {
      const { refund, given, payment } = await aPaidPayment()
      Object.assign(stripeServer.chargeOf(payment.id), { amount_refunded: 1_000 })
      expect(await problemOf(await refund({ amountCents: 4_000, key: randomUUID() }))).toMatchObject({
        code: 'not_refundable',
      })
      expect(given()).toBe(1_000)
    })
  })

  it('has opened a page that nobody was sent to: found by our reference when it was paid after all', async () => {
    const { call, laboratory, payment, impatiently } = await aPayment()
    stripeServer.meet('silent')
    await impatiently(payment)
    stripeServer.pay(payment.id)
    await asked(laboratory, payment)
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('is closed when somebody gives up, and what was paid a moment before stays paid', async () => {
    const [left, paid] = [await aPayment(), await aPayment()]
    const cancel = async ({ call, payment }: typeof left) => {
      await checkout(call, payment)
      if (payment === paid.payment) stripeServer.pay(payment.id)
      return dataOf<Payment>(await call(`/api/payments/${payment.id}/cancel`, { method: 'POST' }))
    }
    expect(await cancel(left)).toMatchObject({ status: 'failed' })
    expect(stripeServer.sessionOf(left.payment.id).status).toBe('expired')
    expect(await cancel(paid)).toMatchObject({ status: 'succeeded' })
  })

  it('that was given up while its page was made has no page: whichever of the two was first', async () => {
    const [first, second] = [await aPayment(), await aPayment()]
    const giveUp = ({ call, payment }: typeof first) => call(`/api/payments/${payment.id}/cancel`, { method: 'POST' })
    // Given up before the page's reference is stored here.
    stripeServer.before('/v1/checkout/sessions', () => giveUp(first))
    expect(await problemOf(await checkout(first.call, first.payment))).toMatchObject({ code: 'payment_over' })
    // Begun after the cancellation looked for a page.
    stripeServer.before('/v1/payment_intents/search', () => checkout(second.call, second.payment))
    expect(await dataOf<Payment>(await giveUp(second))).toMatchObject({ status: 'failed' })
    for (const { call, payment } of [first, second]) {
      expect(await find(call, payment)).toMatchObject({ status: 'failed' })
      expect(stripeServer.sessionOf(payment.id).status).toBe('expired')
    }
  })

  it('is not believed of the page of another payment', async () => {
    const { call, laboratory, payment } = await aPayment()
    await checkout(call, payment)
    stripeServer.sessionOf(payment.id).metadata = { payment: randomUUID(), laboratory: laboratory.id }
    stripeServer.pay(payment.id)
    await expect(cards.askProvider(laboratory.id, payment.id, 'test')).rejects.toMatchObject({
      code: 'page_of_another',
    })
    expect(await find(call, payment)).toMatchObject({ status: 'pending' })
  })

  it('is asked for from what is no address, and leads back to the laboratory’s own', async () => {
    for (const origin of ['null', 'garbage', 'http://', 'javascript:alert(1)', 'file:///etc']) {
      const { call, laboratory, payment } = await aPayment()
      const answer = await call(`/api/payments/${payment.id}/checkout`, { method: 'POST', headers: { origin } })
      expect(answer.status, origin).toBe(200)
      const home = `https://${laboratory.host}/invoices/payments/${payment.id}`
      expect(stripeServer.sessionOf(payment.id).success_url, origin).toBe(home)
    }
  })

  it('leads back to where the payer came from, and to no other place', async () => {
    const { call, laboratory, payment } = await aPayment()
    const from = (origin: string) =>
      call(`/api/payments/${payment.id}/checkout`, { method: 'POST', headers: { origin } })
    await from('https://elsewhere.test')
    expect(stripeServer.sessionOf(payment.id).success_url).toBe(
      `https://${laboratory.host}/invoices/payments/${payment.id}`,
    )
  })
})
