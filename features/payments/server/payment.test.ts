import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insisting, problemOf } from '#test/harness.ts'
import { bank, begun, dataOf, pageOf, pay, startPaymentTests } from '#test/paying.ts'
import type { Payment } from '../contract.ts'

const { make, as, aPractice, press, piecesOf } = startPaymentTests()

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
    expect(await dataOf(await call('/api/payment-modes'))).toEqual({
      card: false,
      transfer: false,
      account: null,
      isTest: false,
    })
    for (const mode of ['card', 'transfer'])
      expect(await problemOf(await pay(call, { invoiceIds: [id], mode, amountCents: 500 }))).toMatchObject({
        status: 409,
        code: 'mode_not_offered',
      })
    const offering = await aPractice()
    expect(await dataOf(await offering.call('/api/payment-modes'))).toEqual({
      card: true,
      transfer: true,
      account: { name: bank.legal_name, iban: bank.iban, bic: null },
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
