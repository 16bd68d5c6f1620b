import { describe, expect, it } from 'vitest'
import { begunOf, card, startLedgerTests, succeeded } from '#test/ledger.ts'
import type { TestPractice } from '#test/make.ts'
import {
  beginPayment,
  enterPayment,
  namePayment,
  type PaymentEvent,
  previewCredit,
  recordPaymentEvent,
  setAgainst,
  spendCredit,
  withdrawPayment,
} from './ledger-sql.ts'

const { make, owner, practiceThatPays, piecesOf, pieceOf, signedInAs } = startLedgerTests()

describe('a payment', () => {
  it('holds what it is going to pay, pays the oldest first and leaves a receipt', async () => {
    const { practice, asManager, asLaboratory } = await practiceThatPays()
    const later = await make.invoice(practice, { amount_cents: 5_000, due_on: '2999-02-01' })
    const older = await make.invoice(practice, { amount_cents: 8_000, due_on: '2999-01-01' })
    const { paymentId, reference } = begunOf(
      await asManager(user => beginPayment(user, card([later.id, older.id], 10_000))),
    )
    expect(reference).toMatch(/^RF\d{14}$/)
    expect(BigInt(`${reference.slice(4)}2715${reference.slice(2, 4)}`) % 97n).toBe(1n)
    expect(await asManager(user => namePayment(user, paymentId, 'session-1'))).toBe(true)
    expect(await asManager(user => namePayment(user, paymentId, 'session-2'))).toBe(false)
    expect(await pieceOf(practice, older.id)).toMatchObject({ status: 'to_reconcile', due: 8_000, pending: 8_000 })
    expect(await pieceOf(practice, later.id)).toMatchObject({ status: 'payable', due: 5_000, pending: 2_000 })

    expect(
      await asLaboratory(laboratory => recordPaymentEvent(laboratory, succeeded(paymentId, 10_000))),
    ).toMatchObject({
      outcome: 'applied',
      status: 'succeeded',
      practiceId: practice.id,
    })
    expect(await pieceOf(practice, older.id)).toMatchObject({ status: 'paid', due: 0, pending: 0 })
    expect(await pieceOf(practice, later.id)).toMatchObject({ status: 'payable', due: 3_000, pending: 0 })
    const receipts = (await piecesOf(practice)).filter(({ type }) => type === 'paiement')
    expect(receipts).toMatchObject([{ status: 'handled', amount: -10_000, due: 0 }])
  })

  it('is refused below 1.00 €, above what is due, for what is not payable and for another practice’s', async () => {
    const { laboratory, practice, asManager } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 5_000 })
    const proForma = await make.invoice(practice, { type: 'pro_forma' })
    const others = await make.invoice(await make.practice(laboratory))
    const elsewhere = await make.invoice(await make.practice(await make.laboratory()))
    for (const [ids, cents, refusal] of [
      [[id], 99, 'amount_too_small'],
      [[id], 0, 'amount_too_small'],
      [[id], -100, 'amount_too_small'],
      [[id], 5_001, 'amount_above_due'],
      [[id, proForma.id], 500, 'not_payable'],
      [[others.id], 500, 'not_found'],
      [[id, others.id], 500, 'not_found'],
      [[elsewhere.id], 500, 'not_found'],
      [[], 500, 'not_found'],
    ] as const)
      expect(await asManager(user => beginPayment(user, card([...ids], cents)))).toMatchObject({ refusal })
    expect(await asManager(user => beginPayment(user, card([id, id], 5_000)))).toMatchObject({ refusal: null })
    expect(await asManager(user => beginPayment(user, card([id], 100)))).toMatchObject({ refusal: 'not_payable' })
  })

  it('is nobody’s but the practice’s, and what becomes of it is not said by a practice', async () => {
    const { practice, asManager, asAccounting } = await practiceThatPays()
    const { id } = await make.invoice(practice)
    const asPracticeDoctor = await signedInAs(await make.user(practice, { is_practice_doctor: true }))
    const asDriver = await signedInAs(await make.user(practice.laboratory, { role: 'driver' }))
    const refused = { code: '42501' }
    await expect(asPracticeDoctor(user => beginPayment(user, card([id], 500)))).rejects.toMatchObject(refused)
    await expect(asAccounting(user => beginPayment(user, card([id], 500)))).rejects.toMatchObject(refused)
    const { paymentId } = begunOf(await asManager(user => beginPayment(user, card([id], 500))))
    for (const other of [asManager, asPracticeDoctor, asDriver]) {
      await expect(other(user => recordPaymentEvent(user, succeeded(paymentId, 500)))).rejects.toMatchObject(refused)
      const entered = { practiceId: practice.id, invoiceIds: [], amountCents: 5, receivedOn: '2026-01-01' }
      await expect(other(user => enterPayment(user, entered))).rejects.toMatchObject(refused)
    }
  })

  it('counts each event once, in any order and number, and only with the right amount', async () => {
    const { practice, asManager, asLaboratory } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 9_000 })
    const { paymentId } = begunOf(await asManager(user => beginPayment(user, card([id], 9_000))))
    const say = (event: PaymentEvent) => asLaboratory(laboratory => recordPaymentEvent(laboratory, event))
    const outcomeOf = async (event: PaymentEvent) => (await say(event)).outcome
    const failed: PaymentEvent = { ...succeeded(paymentId, 0, 'failed'), kind: 'failed' }
    expect(await outcomeOf(succeeded(paymentId, 8_999, 'less'))).toBe('amount_differs')
    expect(await outcomeOf({ ...succeeded(paymentId, 9_000, 'dollars'), currency: 'USD' })).toBe('amount_differs')
    expect(await outcomeOf({ ...succeeded(paymentId, 9_000), provider: 'stripe' })).toBe('unknown_payment')
    expect(await outcomeOf(succeeded(id, 9_000))).toBe('unknown_payment')
    expect(await outcomeOf(failed)).toBe('applied')
    expect(await pieceOf(practice, id)).toMatchObject({ status: 'payable', due: 9_000, pending: 0 })
    // Reported as failed, and charged after all.
    const heard = await Promise.all(Array.from({ length: 100 }, () => outcomeOf(succeeded(paymentId, 9_000))))
    expect(heard.filter(outcome => outcome === 'applied')).toHaveLength(1)
    expect(heard.filter(outcome => outcome === 'repeated')).toHaveLength(99)
    expect(await say({ ...failed, eventId: 'failed again' })).toMatchObject({
      outcome: 'without_effect',
      status: 'succeeded',
    })
    expect(await pieceOf(practice, id)).toMatchObject({ status: 'paid', due: 0 })
    expect((await piecesOf(practice)).filter(({ type }) => type === 'paiement')).toHaveLength(1)
  })

  it('that is refunded, in part and then wholly, is owed again; a refund heard first says that it was paid', async () => {
    const { practice, asManager, asLaboratory } = await practiceThatPays()
    const first = await make.invoice(practice, { amount_cents: 6_000, due_on: '2999-01-01' })
    const second = await make.invoice(practice, { amount_cents: 4_000, due_on: '2999-02-01' })
    const { paymentId } = begunOf(await asManager(user => beginPayment(user, card([first.id, second.id], 10_000))))
    const refund = (amountCents: number, eventId: string) =>
      asLaboratory(laboratory =>
        recordPaymentEvent(laboratory, { ...succeeded(paymentId, amountCents, eventId), kind: 'refunded' }),
      )
    expect(await refund(5_000, 'a')).toMatchObject({ outcome: 'applied', status: 'succeeded' })
    expect(await pieceOf(practice, second.id)).toMatchObject({ status: 'payable', due: 4_000 })
    expect(await pieceOf(practice, first.id)).toMatchObject({ status: 'payable', due: 1_000 })
    expect(await refund(2_000, 'b')).toMatchObject({ outcome: 'without_effect' })
    expect(await refund(10_000, 'c')).toMatchObject({ outcome: 'applied', status: 'refunded' })
    expect(await refund(10_001, 'd')).toMatchObject({ outcome: 'amount_differs' })
    expect(
      await asLaboratory(laboratory => recordPaymentEvent(laboratory, succeeded(paymentId, 10_000))),
    ).toMatchObject({
      outcome: 'without_effect',
      status: 'refunded',
    })
    const pieces = await piecesOf(practice)
    expect(pieces.filter(({ type }) => type === 'invoice').map(({ due }) => due)).toEqual([6_000, 4_000])
    expect(pieces.filter(({ type }) => type === 'paiement')).toMatchObject([
      { amount: -10_000, status: 'handled' },
      { amount: 5_000, status: 'handled' },
      { amount: 5_000, status: 'handled' },
    ])
  })

  it('for what was paid otherwise meanwhile stays open on its receipt, until somebody sets it against the next', async () => {
    const { practice, asManager, asLaboratory, asAccounting } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 5_000 })
    const { paymentId } = begunOf(await asManager(user => beginPayment(user, card([id], 5_000))))
    const say = (event: PaymentEvent) => asLaboratory(laboratory => recordPaymentEvent(laboratory, event))
    await say({ ...succeeded(paymentId, 0, 'gone'), kind: 'failed' })
    const byCheque = { practiceId: practice.id, invoiceIds: [id], amountCents: 4_000, receivedOn: '2026-01-01' }
    expect(await asAccounting(staff => enterPayment(staff, byCheque))).toMatchObject({ refusal: null })
    await say(succeeded(paymentId, 5_000))
    const receipt = (await piecesOf(practice)).find(({ amount }) => amount === -5_000)
    expect(receipt).toMatchObject({ type: 'paiement', status: 'to_reconcile', due: -4_000 })
    const next = await make.invoice(practice, { amount_cents: 3_000 })
    const set = (ids: string[]) => asAccounting(staff => setAgainst(staff, receipt?.id ?? '', ids))
    expect(await set([id])).toMatchObject({ refusal: 'nothing_open' })
    expect(await set([(await make.invoice(await make.practice(practice.laboratory))).id])).toMatchObject({
      refusal: 'not_found',
    })
    expect(await set([next.id])).toEqual({ refusal: null, leftCents: 1_000 })
    expect(await pieceOf(practice, next.id)).toMatchObject({ status: 'paid' })
  })

  it('by transfer waits for the bank, and is withdrawn by who announced it', async () => {
    const { practice, asManager, asLaboratory } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 5_000 })
    const transfer = { ...card([id], 5_000), mode: 'transfer' as const, provider: 'bank' }
    const first = begunOf(await asManager(user => beginPayment(user, transfer)))
    const asOther = await signedInAs(await make.user(await make.practice(practice.laboratory)))
    expect(await asOther(user => withdrawPayment(user, first.paymentId))).toBe(false)
    expect(await asManager(user => withdrawPayment(user, first.paymentId))).toBe(true)
    expect(await asManager(user => withdrawPayment(user, first.paymentId))).toBe(false)
    const { paymentId } = begunOf(await asManager(user => beginPayment(user, transfer)))
    const arrived = { ...succeeded(paymentId, 5_000, 'entry 1'), provider: 'bank' }
    expect(await asLaboratory(laboratory => recordPaymentEvent(laboratory, arrived))).toMatchObject({
      outcome: 'applied',
    })
    expect(await asManager(user => withdrawPayment(user, paymentId))).toBe(false)
    expect(await pieceOf(practice, id)).toMatchObject({ status: 'paid' })
  })
})

describe('what lies in a practice’s favour', () => {
  const creditOf = (practice: TestPractice, cents: number, corrects: { id: string }) =>
    make.invoice(practice, { type: 'credit', amount_cents: -cents, corrects_id: corrects.id })

  it('pays what the practice chooses, the oldest of each first, and not what is on its way', async () => {
    const { practice, asManager } = await practiceThatPays()
    const later = await make.invoice(practice, { amount_cents: 5_000, due_on: '2999-02-01' })
    const older = await make.invoice(practice, { amount_cents: 8_000, due_on: '2999-01-01' })
    const first = await creditOf(practice, 3_000, older)
    const second = await creditOf(practice, 7_000, older)
    begunOf(await asManager(user => beginPayment(user, card([older.id], 2_000))))
    expect(await asManager(user => previewCredit(user, [later.id, older.id]))).toMatchObject({
      spentCents: 10_000,
      invoices: [
        { id: older.id, dueCents: 6_000, leftCents: 0 },
        { id: later.id, dueCents: 5_000, leftCents: 1_000 },
      ],
    })
    expect(await asManager(user => spendCredit(user, [later.id, older.id]))).toEqual({
      refusal: null,
      spentCents: 10_000,
    })
    expect(await pieceOf(practice, older.id)).toMatchObject({ due: 2_000, pending: 2_000, status: 'to_reconcile' })
    expect(await pieceOf(practice, later.id)).toMatchObject({ due: 1_000, status: 'payable' })
    expect(await pieceOf(practice, first.id)).toMatchObject({ due: 0, status: 'handled' })
    expect(await pieceOf(practice, second.id)).toMatchObject({ due: 0, status: 'handled' })
    expect(await asManager(user => spendCredit(user, [later.id]))).toMatchObject({ refusal: 'nothing_open' })
  })

  it('is no other practice’s, pays nothing that is not to be paid, and nothing while its bank disputes it', async () => {
    const { laboratory, practice, asManager, asLaboratory } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 5_000 })
    const neighbour = await make.practice(laboratory)
    const others = await make.invoice(neighbour)
    await creditOf(neighbour, 4_000, others)
    const { paymentId } = begunOf(await asManager(user => beginPayment(user, card([id], 5_000))))
    const paid = await make.invoice(practice, { amount_cents: 6_000 })
    await asLaboratory(of => recordPaymentEvent(of, succeeded(paymentId, 5_000)))
    await creditOf(practice, 1_000, paid)
    for (const [ids, refusal] of [
      [[], 'not_found'],
      [[others.id], 'not_found'],
      [[paid.id, others.id], 'not_found'],
      [[id], 'nothing_open'],
      [[id, paid.id], 'nothing_open'],
    ] as const)
      expect(await asManager(user => spendCredit(user, ids))).toEqual({ refusal, spentCents: 0 })
    // Paid by hand meanwhile, the invoice leaves the card's money open; the card's bank asks for it back.
    await make.within(laboratory.id, client =>
      client.query(
        `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
         select brand_id, practice_id, id, $1, -5000 from invoices where payment_id = $2`,
        [id, paymentId],
      ),
    )
    await asLaboratory(of => recordPaymentEvent(of, { ...succeeded(paymentId, 0, 'asked back'), kind: 'disputed' }))
    expect(await asManager(user => previewCredit(user, [paid.id]))).toMatchObject({ spentCents: 1_000, keptCents: 0 })
    expect(await asManager(user => spendCredit(user, [paid.id]))).toEqual({ refusal: null, spentCents: 1_000 })
    expect(await pieceOf(practice, paid.id)).toMatchObject({ due: 5_000 })
  })

  it('is spent once, by however many at once, and by nobody but who may pay', async () => {
    const { laboratory, practice, asManager, asAccounting, asLaboratory } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 9_000 })
    await creditOf(practice, 4_000, { id })
    const asPracticeDoctor = await signedInAs(await make.user(practice, { is_practice_doctor: true }))
    const asDriver = await signedInAs(await make.user(laboratory, { role: 'driver' }))
    for (const as of [asPracticeDoctor, asDriver, asAccounting, asLaboratory])
      await expect(as(user => spendCredit(user, [id]))).rejects.toMatchObject({ code: '42501' })
    const spent = await Promise.all(Array.from({ length: 10 }, () => asManager(user => spendCredit(user, [id]))))
    expect(spent.filter(({ refusal }) => refusal === null)).toEqual([{ refusal: null, spentCents: 4_000 }])
    expect(await pieceOf(practice, id)).toMatchObject({ due: 5_000 })
  })
})

describe('at once', () => {
  it('fifty payments of one invoice never come to more than it is', async () => {
    const { practice, asManager, asLaboratory, asAccounting } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 10_000 })
    const paid = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        if (index % 5 === 0) {
          const cheque = { practiceId: practice.id, invoiceIds: [id], amountCents: 700, receivedOn: '2026-01-01' }
          return (await asAccounting(staff => enterPayment(staff, { ...cheque, isAnother: true }))).refusal === null
            ? 700
            : 0
        }
        const begun = await asManager(user => beginPayment(user, card([id], 700)))
        if (begun.refusal !== null) return 0
        await asLaboratory(laboratory => recordPaymentEvent(laboratory, succeeded(begun.paymentId, 700)))
        return 700
      }),
    )
    const pieces = await piecesOf(practice)
    const invoice = pieces.find(piece => piece.id === id)
    const open = pieces.filter(({ type }) => type === 'paiement').reduce((sum, { due }) => sum - due, 0)
    const sum = paid.reduce<number>((total, cents) => total + cents, 0)
    // A cheque's surplus stays on its receipt.
    expect(invoice?.settled).toBe(sum - open)
    expect(invoice?.settled).toBeLessThanOrEqual(10_000)
    expect(invoice?.settled).toBeGreaterThanOrEqual(9_800)
  })

  it('twenty who issue, some of whom give up, leave no gap and no number twice', async () => {
    const laboratory = await make.laboratory()
    const practices = await Promise.all(Array.from({ length: 4 }, () => make.practice(laboratory)))
    const issue = async (index: number) => {
      const client = await owner.connect()
      try {
        await client.query('begin')
        await client.query('select tenant.set_context($1, null, null)', [laboratory.id])
        await client.query(
          `insert into invoices (brand_id, practice_id, type, amount_cents) values ($1, $2, 'invoice', 0)`,
          [laboratory.id, practices[index % 4]?.id],
        )
        await client.query(index % 3 === 0 ? 'rollback' : 'commit')
      } finally {
        client.release()
      }
    }
    await Promise.all(Array.from({ length: 60 }, (_, index) => issue(index)))
    const numbers = await make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ number: number }>('select number from invoices order by number')
      return rows.map(({ number }) => number)
    })
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })
})
