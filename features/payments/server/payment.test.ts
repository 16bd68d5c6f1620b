import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { doChores } from '#tenancy/server/chores.ts'
import type { Transaction } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import type { JobAsked } from '#tenancy/server/job.ts'
import { noCreatingRates, problemOf, startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { startStripeServer, stripeEvent } from '#test/stripe-server.ts'
import type { Payment } from '../contract.ts'
import { askProvider } from './ask-provider.ts'
import { CardPayments } from './card-payments.ts'
import type { CardEvent } from './card-provider.ts'
import { signedEvent } from './sandbox-provider.ts'
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
const { app, another, make, as, request, tokenFor, owner } = startTestApp({
  creatingRates: noCreatingRates,
  stripe,
  connections: 20,
})
const { database, log } = app.api.services
const cards = new CardPayments({ database, log, providers: { stripe: stripeProvider(stripe) } })
/** The same, for whom nobody's answer comes soon enough. */
const impatience = { ...stripe, timeoutMilliseconds: 250 }
const impatient = another({ stripe: impatience })
const impatientCards = new CardPayments({ database, log, providers: { stripe: stripeProvider(impatience) } })

const bank = { legal_name: 'Laboratoire Exemple SAS', iban: 'FR7630006000011234567890189' }

async function aPractice({ provider = 'sandbox', account = null as string | null } = {}) {
  const laboratory = await make.laboratory()
  await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, ...bank })
  await make.insert(laboratory.id, 'card_settings', {
    brand_id: laboratory.id,
    provider,
    stripe_account: account,
  })
  const practice = await make.practice(laboratory)
  const manager = await make.user(practice, { account_type: 'manager' })
  return { laboratory, practice, manager, call: await as(manager) }
}
type Call = Awaited<ReturnType<typeof aPractice>>['call']

const pay = (call: Call, body: object, key = randomUUID()) =>
  call('/api/payments', { body, headers: { 'idempotency-key': key } })
const dataOf = async <T>(response: Response): Promise<T> => {
  expect(response.ok, await response.clone().text()).toBe(true)
  return ((await response.json()) as { data: T }).data
}
/** Whoever finds the laboratory too busy comes again, as providers and people do. */
async function insisting(ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask()
  return answer.status === 503 ? insisting(ask) : answer
}
const begun = async (call: Call, body: object) => dataOf<Payment>(await pay(call, body))
const find = async (call: Call, { id }: { id: string }) => dataOf<Payment>(await call(`/api/payments/${id}`))
const checkout = (call: Call, { id }: { id: string }) => call(`/api/payments/${id}/checkout`, { method: 'POST' })
const pageOf = async (call: Call, payment: { id: string }) =>
  new URL((await dataOf<{ redirectUrl: string }>(await checkout(call, payment))).redirectUrl).pathname

const press = (laboratory: TestLaboratory, page: string, outcome: string) =>
  request(laboratory, page, {
    method: 'POST',
    body: `outcome=${outcome}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const piecesOf = ({ laboratory, id }: TestPractice) =>
  make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ id: string; type: string; status: string; due: number; settled: number }>(
      `select id, type::text, status::text, due_cents::int as due, settled_cents::int as settled
       from invoices where practice_id = $1 order by amount_cents desc`,
      [id],
    )
    return rows
  })
const tell = (laboratory: TestLaboratory, provider: string, sent: { body: string; headers: Record<string, string> }) =>
  request(laboratory, `/api/payments/events/${provider}`, {
    method: 'POST',
    body: sent.body,
    headers: { 'content-type': 'application/json', ...sent.headers },
  })

describe('a transfer', () => {
  it('says where to pay, how much and under which reference, and the same for a camera', async () => {
    const { call, practice } = await aPractice()
    const [one, other] = [await make.invoice(practice), await make.invoice(practice, { amount_cents: 5_050 })]
    const payment = await begun(call, { invoiceIds: [one.id, other.id], mode: 'transfer', amountCents: 12_000 })
    expect(payment).toMatchObject({ mode: 'transfer', status: 'pending', amountCents: 12_000, currency: 'EUR' })
    const { reference = '', qr } = payment.transfer ?? {}
    expect(payment.transfer).toMatchObject({ name: bank.legal_name, iban: bank.iban, bic: null, amountCents: 12_000 })
    expect(reference).toMatch(/^RF\d{14}$/)
    expect(qr?.split('\n').slice(5)).toEqual([bank.legal_name, bank.iban, 'EUR120.00', '', '', reference])
    expect(payment.invoices.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted())
    expect(await dataOf<Payment[]>(await call('/api/payments'))).toEqual([payment])
  })

  it('that will not come is taken back, and what it was for can be paid otherwise', async () => {
    const { call, practice } = await aPractice()
    const { id } = await make.invoice(practice)
    const body = { invoiceIds: [id], mode: 'transfer', amountCents: 10_000 }
    const payment = await begun(call, body)
    expect(await problemOf(await pay(call, body))).toMatchObject({ status: 409, code: 'not_payable' })
    const cancelled = await dataOf<Payment>(await call(`/api/payments/${payment.id}/cancel`, { method: 'POST' }))
    expect(cancelled).toMatchObject({ status: 'failed', transfer: null })
    await begun(call, body)
  })
})

describe('a payment', () => {
  it('is begun once for a key, and not without one', async () => {
    const { call, practice } = await aPractice()
    const { id } = await make.invoice(practice)
    const body = { invoiceIds: [id], mode: 'transfer', amountCents: 500 }
    expect(await problemOf(await call('/api/payments', { body }))).toMatchObject({
      status: 400,
      code: 'idempotency_key_missing',
    })
    const key = randomUUID()
    const first = await pay(call, body, key)
    const again = await pay(call, body, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.text()).toBe(await first.text())
    expect((await pay(call, { ...body, amountCents: 600 }, key)).status).toBe(422)
  })

  it('is at least 1.00 €, whole cents, and at most what is due', async () => {
    const { call, practice } = await aPractice()
    const { id } = await make.invoice(practice, { amount_cents: 25_000 })
    const asked = (amountCents: unknown) => pay(call, { invoiceIds: [id], mode: 'card', amountCents })
    const wrong: [unknown, string][] = [
      [99, 'amount_too_small'],
      [-500, 'amount_too_small'],
      [100.5, 'not_whole'],
      ['500', 'invalid_type'],
      ['5e2', 'invalid_type'],
      [null, 'invalid_type'],
    ]
    for (const [amount, code] of wrong) {
      const refusal = await problemOf(await asked(amount))
      expect(refusal, String(amount)).toMatchObject({ status: 422, code: 'input_invalid' })
      expect(refusal.errors?.[0]?.path, String(amount)).toBe('amountCents')
      if (code !== 'invalid_type') expect(refusal.errors?.[0]?.code).toBe(code)
    }
    expect(await problemOf(await asked(25_001))).toMatchObject({ status: 422, code: 'amount_above_due' })
    expect((await asked(25_000)).status).toBe(201)
  })

  it('is of the practice’s own invoices, for those who may see them', async () => {
    const { call, laboratory, practice } = await aPractice()
    const { id } = await make.invoice(practice)
    const body = { invoiceIds: [id], mode: 'transfer', amountCents: 500 }
    const stranger = await as(await make.user(await make.practice(laboratory), { account_type: 'manager' }))
    expect((await pay(stranger, body)).status).toBe(404)
    const doctor = await as(await make.user(practice, { is_practice_doctor: true }))
    const payment = await begun(call, body)
    for (const path of ['/api/payments', `/api/payments/${payment.id}`, '/api/payment-modes'])
      expect((await doctor(path)).status, path).toBe(403)
    expect((await pay(doctor, body)).status).toBe(403)
    for (const path of [`/api/payments/${payment.id}/checkout`, `/api/payments/${payment.id}/cancel`]) {
      expect((await doctor(path, { method: 'POST' })).status, path).toBe(403)
      expect((await stranger(path, { method: 'POST' })).status, path).toBe(404)
    }
    expect((await stranger(`/api/payments/${payment.id}`)).status).toBe(404)
  })

  it('is offered as the laboratory can be paid, and in no other way', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const call = await as(await make.user(practice, { account_type: 'manager' }))
    const { id } = await make.invoice(practice)
    expect(await dataOf(await call('/api/payment-modes'))).toEqual({ card: false, transfer: false, isTest: false })
    for (const mode of ['card', 'transfer'])
      expect(await problemOf(await pay(call, { invoiceIds: [id], mode, amountCents: 500 }))).toMatchObject({
        status: 409,
        code: 'mode_not_offered',
      })
    const offering = await aPractice()
    expect(await dataOf(await offering.call('/api/payment-modes'))).toEqual({
      card: true,
      transfer: true,
      isTest: true,
    })
  })

  it('of fifty at once never comes to more than is due', async () => {
    const { call, practice } = await aPractice()
    const { id } = await make.invoice(practice, { amount_cents: 10_000 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        insisting(() => pay(call, { invoiceIds: [id], mode: 'card', amountCents: 900 })),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]))
    expect(made).toHaveLength(11)
    const payments = await Promise.all(made.map(answer => dataOf<Payment>(answer)))
    for (const payment of payments) await press(practice.laboratory, await pageOf(call, payment), 'close')
    const [invoice, ...receipts] = await piecesOf(practice)
    expect(invoice).toMatchObject({ settled: 9_900, due: 100, status: 'payable' })
    expect(receipts).toHaveLength(11)
  })
})

describe('a card', () => {
  const whole = async (practice: TestPractice) => ({
    invoiceIds: [(await make.invoice(practice)).id],
    mode: 'card',
    amountCents: 10_000,
  })

  it('pays on the provider’s page: a test one that says so, in the reader’s language, without a script', async () => {
    const { call, laboratory, practice } = await aPractice()
    const payment = await begun(call, await whole(practice))
    const page = await pageOf(call, payment)
    expect(await pageOf(call, payment)).toBe(page)
    const answer = await request(laboratory, page, { headers: { 'accept-language': 'en' } })
    const html = await answer.text()
    expect(html).toContain('Test: no card is asked for')
    expect(html).not.toContain('<script')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const paid = await press(laboratory, page, 'pay')
    expect(paid.headers.get('refresh')).toBe(`0; url=https://${laboratory.host}/invoices/payments/${payment.id}`)
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded', transfer: null })
    expect(await piecesOf(practice)).toMatchObject([
      { type: 'invoice', status: 'paid', due: 0 },
      { type: 'paiement', status: 'handled' },
    ])
    // Back, and pressed again: the page is over, and so is the payment.
    await press(laboratory, page, 'decline')
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded' })
    expect(await problemOf(await checkout(call, payment))).toMatchObject({ status: 409, code: 'payment_over' })
  })

  it('that is declined pays nothing, and what it was for can be paid again', async () => {
    const { call, laboratory, practice } = await aPractice()
    const body = await whole(practice)
    const payment = await begun(call, body)
    await press(laboratory, await pageOf(call, payment), 'decline')
    expect(await find(call, payment)).toMatchObject({ status: 'failed' })
    await begun(call, body)
  })

  it('is left before it has paid: the page is closed, then somebody may begin anew', async () => {
    const { call, laboratory, practice } = await aPractice()
    const body = await whole(practice)
    const payment = await begun(call, body)
    const page = await pageOf(call, payment)
    const cancel = () => call(`/api/payments/${payment.id}/cancel`, { method: 'POST' })
    expect(await dataOf<Payment>(await cancel())).toMatchObject({ status: 'failed' })
    expect(await dataOf<Payment>(await cancel())).toMatchObject({ status: 'failed' })
    await press(laboratory, page, 'pay')
    expect(await find(call, payment)).toMatchObject({ status: 'failed' })
    await begun(call, body)
  })

  it('is given back by who does the books: once for a key, at most what was paid, and only what was paid', async () => {
    const { call, laboratory, practice } = await aPractice()
    const payment = await begun(call, await whole(practice))
    const staff = await as(await make.user(laboratory, { role: 'accounting' }))
    const refund = (amountCents: number, key = randomUUID()) =>
      staff(`/api/staff/payments/${payment.id}/refunds`, { body: { amountCents, key } })
    expect(await problemOf(await refund(100))).toMatchObject({ status: 409, code: 'not_refundable' })
    await press(laboratory, await pageOf(call, payment), 'pay')
    const key = randomUUID()
    expect((await refund(4_000, key)).status).toBe(204)
    expect((await refund(4_000, key)).status).toBe(204)
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded', refundedCents: 4_000 })
    expect(await problemOf(await refund(6_001))).toMatchObject({ status: 502, code: 'card_refused' })
    expect((await refund(6_000)).status).toBe(204)
    expect(await find(call, payment)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    expect((await piecesOf(practice)).find(({ type }) => type === 'invoice')).toMatchObject({ due: 10_000 })
  })

  it('of the sandbox has no page in a laboratory that takes cards otherwise', async () => {
    const { laboratory } = await aPractice({ provider: 'stripe' })
    expect((await request(laboratory, `/sandbox-payments/${randomUUID()}`)).status).toBe(404)
    const { call, practice } = await aPractice()
    const page = await pageOf(call, await begun(call, await whole(practice)))
    expect((await request(laboratory, page)).status).toBe(404)
  })

  it('of the sandbox is the laboratory’s own affair: no statement for a practice or the staff sees or writes a page', async () => {
    const { call, laboratory, practice, manager } = await aPractice()
    await pageOf(call, await begun(call, await whole(practice)))
    for (const user of [manager, await make.user(laboratory, { role: 'accounting' })]) {
      const session = await app.api.services.accessTokens.verify(await tokenFor(user))
      if (!session) throw new Error('This session is one of the tests.')
      const opening = { for: 'session', host: laboratory.host, ...session } as const
      const asked = <T>(work: (tx: Transaction) => Promise<T>) => database.withTenant(opening, 'write', work)
      expect(await asked(tx => tx.selectFrom('sandbox_checkouts').select('id').execute())).toEqual([])
      const page = {
        payment_id: randomUUID(),
        label: 'x',
        amount_cents: 1,
        return_url: 'https://x.test',
        brand_id: laboratory.id,
      }
      await expect(asked(tx => tx.insertInto('sandbox_checkouts').values(page).execute())).rejects.toMatchObject({
        code: '42501',
      })
    }
  })

  it('is paid once, told a hundred times in any order before anybody returns', async () => {
    const { call, laboratory, practice } = await aPractice()
    const payment = await begun(call, await whole(practice))
    const event = (kind: CardEvent['kind'], id: string = kind, amountCents = 10_000): CardEvent => ({
      id: `${payment.id}/${id}`,
      brandId: laboratory.id,
      paymentId: payment.id,
      account: null,
      kind,
      amountCents,
      currency: 'EUR',
    })
    const events = Array.from({ length: 100 }, (_, index) => {
      if (index % 10 === 3) return event('failed')
      if (index % 10 === 7) return event('refunded', `refund-${index % 3}`, 1_000 * (1 + (index % 3)))
      return event('succeeded', `paid-${index % 4}`)
    })
    // The same disorder each time: a failure can be looked into.
    const [told = []] = fc.sample(fc.shuffledSubarray(events, { minLength: 100 }), { numRuns: 1, seed: 20_261_122 })
    const answers = await Promise.all(
      told.map(one => insisting(() => tell(laboratory, 'sandbox', signedEvent({ appSecret: testSecret }, one)))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded', refundedCents: 3_000 })
    const pieces = await piecesOf(practice)
    expect(pieces.find(({ type }) => type === 'invoice')).toMatchObject({ settled: 7_000, due: 3_000 })
    const back = pieces.filter(({ type }) => type === 'paiement')
    expect(back.length).toBeGreaterThanOrEqual(2)
  }, 30_000)

  it('is paid only by what was signed, of this payment, this amount, this currency', async () => {
    const { call, laboratory, practice } = await aPractice()
    const payment = await begun(call, await whole(practice))
    const right: CardEvent = {
      id: 'evt-1',
      brandId: laboratory.id,
      paymentId: payment.id,
      account: null,
      kind: 'succeeded',
      amountCents: 10_000,
      currency: 'EUR',
    }
    const signed = (event: CardEvent) => signedEvent({ appSecret: testSecret }, event)
    const forged = { ...signed(right), headers: {} }
    expect(await problemOf(await tell(laboratory, 'sandbox', forged))).toMatchObject({
      status: 400,
      code: 'signature_invalid',
    })
    expect((await tell(laboratory, 'paypal', signed(right))).status).toBe(404)
    expect((await tell(laboratory, 'stripe', signed(right))).status).toBe(400)
    for (const other of [
      { ...right, id: 'evt-2', amountCents: 9_999 },
      { ...right, id: 'evt-3', currency: 'USD' },
      { ...right, id: 'evt-4', paymentId: randomUUID() },
      { ...right, id: 'evt-5', account: 'acct_other' },
    ])
      expect((await tell(laboratory, 'sandbox', signed(other))).status).toBe(204)
    expect(await find(call, payment)).toMatchObject({ status: 'pending' })
    await tell(laboratory, 'sandbox', signed(right))
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded' })
  })
})

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
    // Whoever has an account of their own there can sign what they like with it.
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
    // A job may be begun more than once.
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
    // Before the page has its name here.
    stripeServer.before('/v1/checkout/sessions', () => giveUp(first))
    expect(await problemOf(await checkout(first.call, first.payment))).toMatchObject({ code: 'payment_over' })
    // After whoever gives up has looked for one.
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
