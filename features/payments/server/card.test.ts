import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { Transaction } from '#tenancy/server/database.ts'
import { insisting, problemOf, testSecret } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { begun, checkout, dataOf, find, pageOf, startPaymentTests } from '#test/paying.ts'
import type { Payment } from '../contract.ts'
import type { CardEvent } from './card-provider.ts'
import { signedEvent } from './sandbox-provider.ts'

const { app, make, as, request, tokenFor, aPractice, press, piecesOf, tell } = startPaymentTests({
  stripe: { secretKey: 'sk_test_never_used', webhookSecrets: ['whsec_of_the_tests'] },
})
const { database } = app.api.services

describe('a card', () => {
  const whole = async (practice: TestPractice) => ({
    invoiceIds: [(await make.invoice(practice)).id],
    mode: 'card',
    amountCents: 10_000,
  })

  it('pays on the provider’s page: a test one that says so, in the language of who pays, without a script', async () => {
    const { call, laboratory, practice } = await aPractice({ language: 'en' })
    const payment = await begun(call, await whole(practice))
    const page = await pageOf(call, payment)
    expect(await pageOf(call, payment)).toBe(page)
    const answer = await request(laboratory, page, { headers: { 'accept-language': 'fr' } })
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
    // Pressed again after going back: the page is over, and so is the payment.
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

  describe('that is given back', () => {
    async function aPaidCard() {
      const { call, laboratory, practice } = await aPractice()
      const payment = await begun(call, await whole(practice))
      await press(laboratory, await pageOf(call, payment), 'pay')
      const staff = await as(await make.user(laboratory, { role: 'accounting' }))
      const refund = (body: object) =>
        staff(`/api/staff/payments/${payment.id}/refunds`, { body: { key: randomUUID(), seenCents: 0, ...body } })
      return { call, payment, refund }
    }

    it('on what somebody has seen is not given back twice: another amount after a lost answer is refused', async () => {
      const { call, payment, refund } = await aPaidCard()
      const key = randomUUID()
      expect((await refund({ key, amountCents: 4_000 })).status).toBe(204)
      expect(await problemOf(await refund({ amountCents: 5_000 }))).toMatchObject({
        status: 409,
        code: 'not_refundable',
      })
      expect((await refund({ key, amountCents: 4_000 })).status).toBe(204)
      expect(await problemOf(await refund({ key, amountCents: 5_000 }))).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
      expect(await find(call, payment)).toMatchObject({ status: 'succeeded', refundedCents: 4_000 })
      const rest = randomUUID()
      for (let again = 0; again < 2; again++)
        expect((await refund({ key: rest, amountCents: 6_000, seenCents: 4_000 })).status).toBe(204)
      // Each key keeps its own outcome, also once more has been returned since.
      expect((await refund({ key, amountCents: 4_000 })).status).toBe(204)
      expect(await find(call, payment)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    })

    it('by several at once is given back once, and what the provider refuses stands in nobody’s way', async () => {
      const { call, payment, refund } = await aPaidCard()
      const answers = await Promise.all([4_000, 4_000, 5_000].map(amountCents => refund({ amountCents })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
      const { refundedCents } = await find(call, payment)
      expect([4_000, 5_000]).toContain(refundedCents)
      const seen = { seenCents: refundedCents }
      expect(await problemOf(await refund({ ...seen, amountCents: 6_001 }))).toMatchObject({ code: 'card_refused' })
      expect((await refund({ ...seen, amountCents: 1_000 })).status).toBe(204)
      expect(await find(call, payment)).toMatchObject({ refundedCents: refundedCents + 1_000 })
    })
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
    // A fixed seed, so that a failure can be reproduced.
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
  })

  it('is told of again where its event was not kept: heard is what stands in the ledger, and nothing before', async () => {
    const { call, laboratory, practice } = await aPractice()
    const payment = await begun(call, await whole(practice))
    const paid: CardEvent = {
      id: 'evt-lost',
      brandId: laboratory.id,
      paymentId: payment.id,
      account: null,
      kind: 'succeeded',
      amountCents: 10_000,
      currency: 'EUR',
    }
    const heard = () => tell(laboratory, 'sandbox', signedEvent({ appSecret: testSecret }, paid))
    const sent: unknown = pg.Client.prototype.query
    const lost = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...asked: unknown[]
    ) {
      const query = (...what: unknown[]) => Reflect.apply(sent as () => Promise<unknown>, this, what)
      // The connection is lost before the commit.
      if (asked[0] !== 'commit') return query(...asked)
      return query('rollback').then(() => {
        throw new Error('Connection terminated unexpectedly')
      })
    })
    const unheard = await heard().finally(() => lost.mockRestore())
    expect(unheard.status).toBe(503)
    expect(await find(call, payment)).toMatchObject({ status: 'pending' })
    expect((await heard()).status).toBe(204)
    expect(await find(call, payment)).toMatchObject({ status: 'succeeded' })
  })

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

it('is typed on no page of ours: none has a field for one, nor loads a script of who takes it', () => {
  const root = join(import.meta.dirname, '../../..')
  const screens = ['features', 'kit', 'app'].flatMap(folder =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: path => path.includes('.test.') }),
  )
  expect(screens.length).toBeGreaterThan(500)
  const aboutCards = /\bcc-(number|csc|exp|name|type)\b|card-?number|cardnumber|\bcvc\b|\bcvv\b|js\.stripe\.com/i
  expect(screens.filter(path => aboutCards.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})
