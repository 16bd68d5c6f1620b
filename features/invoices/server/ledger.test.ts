import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import {
  beginPayment,
  enterPayment,
  namePayment,
  type PaymentEvent,
  recordPaymentEvent,
  setAgainst,
  withdrawPayment,
} from './ledger-sql.ts'

const { make, app, owner, tokenFor, accessTokens, database: urls } = startTestApp({ connections: 25 })
const { database } = app.api.services

type Work<T> = Parameters<typeof database.withTenant<'session', T>>[2]
type Tx = Parameters<Work<unknown>>[0]

async function signedInAs(user: TestUser) {
  const session = await accessTokens.verify(await tokenFor(user))
  if (!session) throw new Error('This session is one of the tests.')
  return <T>(work: (asking: { tx: Tx }) => Promise<T>) =>
    database.withTenant({ for: 'session', host: user.laboratory.host, ...session }, 'write', tx => work({ tx }))
}
const forLaboratory =
  ({ id }: TestLaboratory) =>
  <T>(work: (asking: { tx: Tx }) => Promise<T>) =>
    database.withTenant({ for: 'job', brandId: id }, 'write', tx => work({ tx }))

async function practiceThatPays() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  return {
    laboratory,
    practice,
    asManager: await signedInAs(await make.user(practice, { account_type: 'manager' })),
    asAccounting: await signedInAs(await make.user(laboratory, { role: 'accounting' })),
    asLaboratory: forLaboratory(laboratory),
  }
}

type Piece = {
  id: string
  type: string
  code: string
  status: string
  amount: number
  due: number
  settled: number
  pending: number
}
const piecesOf = ({ laboratory, id }: TestPractice) =>
  make.within(laboratory.id, async client => {
    const { rows } = await client.query<Piece>(
      `select id, type::text, piece_code as code, status::text, amount_cents::int as amount, due_cents::int as due,
         settled_cents::int as settled, pending_cents::int as pending
       from invoices where practice_id = $1 order by created_at, piece_code`,
      [id],
    )
    return rows
  })
const pieceOf = async (practice: TestPractice, id: string) => (await piecesOf(practice)).find(piece => piece.id === id)

const card = (invoiceIds: string[], amountCents: number) => ({
  invoiceIds,
  amountCents,
  mode: 'card' as const,
  provider: 'sandbox',
})
const succeeded = (paymentId: string, amountCents: number, eventId = `paid-${paymentId}`): PaymentEvent => ({
  paymentId,
  provider: 'sandbox',
  eventId,
  kind: 'succeeded',
  amountCents,
  currency: 'EUR',
})
const begunOf = (begun: Awaited<ReturnType<typeof beginPayment>>) => {
  if (begun.refusal !== null) throw new Error(`It was refused: ${begun.refusal}.`)
  return begun
}

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
    // Said to have failed, and charged after all.
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

describe('at once', () => {
  it('fifty payments of one invoice never come to more than it is', async () => {
    const { practice, asManager, asLaboratory, asAccounting } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 10_000 })
    const paid = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        if (index % 5 === 0) {
          const cheque = { practiceId: practice.id, invoiceIds: [id], amountCents: 700, receivedOn: '2026-01-01' }
          return (await asAccounting(staff => enterPayment(staff, cheque))).refusal === null ? 700 : 0
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
    // Of a cheque what has no place stays on its receipt.
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
          `insert into invoices (brand_id, practice_id, type, net_cents, amount_cents) values ($1, $2, 'invoice', 100, 100)`,
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

describe('whatever happens', () => {
  const some = fc.nat({ max: 5 })
  const happening = fc.oneof(
    fc.record({ what: fc.constant('issue' as const), cents: fc.integer({ min: 0, max: 30_000 }) }),
    fc.record({ what: fc.constant('credit' as const), which: some }),
    fc.record({ what: fc.constant('begin' as const), which: fc.array(some, { maxLength: 3 }), cents: fc.nat(40_000) }),
    fc.record({ what: fc.constant('enter' as const), which: fc.array(some, { maxLength: 2 }), cents: fc.nat(40_000) }),
    fc.record({
      what: fc.constant('hear' as const),
      which: some,
      kind: fc.constantFrom('succeeded', 'failed', 'refunded', 'disputed'),
      part: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ what: fc.constant('set' as const), which: some, against: fc.array(some, { maxLength: 2 }) }),
  )
  /** What is under way when a process is killed is undone. */
  const step = fc.record({ happening, isKilled: fc.boolean() })
  class Killed extends Error {}

  it('dues, balance and ledger agree, nobody has paid more than was due, and no number is missing', async () => {
    const { laboratory, practice, asManager, asLaboratory, asAccounting } = await practiceThatPays()
    let events = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async rounds => {
        for (const round of rounds) {
          const pieces = await piecesOf(practice)
          const payments = await make.within(laboratory.id, async client => {
            const { rows } = await client.query<{ id: string; amount: number; provider: string }>(
              'select id, amount_cents::int as amount, provider from payments order by created_at desc limit 6',
            )
            return rows
          })
          // The last few, so that they meet.
          const owed = pieces.filter(({ type }) => type === 'invoice').slice(-6)
          const ids = (which: number[]) => which.flatMap(index => owed[index % (owed.length || 1)]?.id ?? [])
          await Promise.all(
            round.map(async ({ happening, isKilled }) => {
              const within =
                (as: typeof asManager) =>
                <T>(work: (asking: { tx: Tx }) => Promise<T>) =>
                  as(async asking => {
                    await work(asking)
                    if (isKilled) throw new Killed()
                  }).catch(error => {
                    if (!(error instanceof Killed)) throw error
                  })
              switch (happening.what) {
                case 'issue':
                  return make.invoice(practice, { amount_cents: happening.cents })
                case 'credit': {
                  const corrected = owed[happening.which]
                  if (!corrected) return
                  return make.invoice(practice, { type: 'credit', amount_cents: -100, corrects_id: corrected.id })
                }
                case 'begin':
                  return within(asManager)(user => beginPayment(user, card(ids(happening.which), happening.cents)))
                case 'enter':
                  return within(asAccounting)(staff =>
                    enterPayment(staff, {
                      practiceId: practice.id,
                      invoiceIds: ids(happening.which),
                      amountCents: happening.cents,
                      receivedOn: '2026-01-01',
                    }),
                  )
                case 'hear': {
                  const payment = payments[happening.which]
                  if (!payment) return
                  const { kind, part } = happening
                  const amountCents = kind === 'refunded' ? Math.ceil(payment.amount / part) : payment.amount
                  const eventId = `event ${events++}`
                  const event = { ...succeeded(payment.id, amountCents, eventId), provider: payment.provider, kind }
                  return within(asLaboratory)(laboratory => recordPaymentEvent(laboratory, event))
                }
                case 'set': {
                  const credit = pieces.filter(({ due }) => due < 0)[happening.which]
                  return credit && within(asAccounting)(staff => setAgainst(staff, credit.id, ids(happening.against)))
                }
              }
            }),
          )
        }
        await make.within(laboratory.id, async client => {
          const { rows: strayed } = await client.query(
            `select i.piece_code from invoices i
             left join lateral (select coalesce(sum(cents), 0) as cents from allocations a
               where i.id in (a.credit_id, a.debit_id)) ledger on true
             left join lateral (select coalesce(sum(h.cents), 0) as cents from payment_holds h
               join payments p on p.id = h.payment_id where h.invoice_id = i.id and p.status = 'pending') held on true
             where i.settled_cents <> ledger.cents or i.pending_cents <> held.cents
               or i.due_cents <> sign(i.amount_cents) * (abs(i.amount_cents) - i.settled_cents)
               or (i.status in ('paid', 'handled')) <> (i.due_cents = 0)`,
          )
          expect(strayed).toEqual([])
          const { rows: balances } = await client.query(
            `select sum(amount_cents) as balance from invoices having sum(amount_cents) <> sum(due_cents)`,
          )
          expect(balances).toEqual([])
          const { rows: gaps } = await client.query(
            'select type, year from invoices group by type, year having max(number) <> count(*)',
          )
          expect(gaps).toEqual([])
          const { rows: unlike } = await client.query(
            `select p.id from payments p left join invoices i on i.payment_id = p.id
             group by p.brand_id, p.id having coalesce(sum(i.amount_cents), 0) <>
               case when p.settled_at is null then 0 else p.refunded_cents - p.amount_cents end`,
          )
          expect(unlike).toEqual([])
        })
      }),
      { numRuns: Number(process.env.LEDGER_RUNS ?? 12) },
    )
  })
})

describe('the database', () => {
  it('lets the application write none of it, and the owner nothing that does not follow', async () => {
    const { laboratory, practice } = await practiceThatPays()
    const { id } = await make.invoice(practice, { amount_cents: 5_000 })
    const statements = [
      `update invoices set status = 'paid'`,
      `update invoices set settled_cents = amount_cents`,
      `update invoices set decision = 'validated'`,
      `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
       values ('${laboratory.id}', '${practice.id}', '${id}', '${id}', 1)`,
      `update payments set status = 'succeeded'`,
      'delete from invoices',
      'update piece_counters set last_number = 1',
    ]
    const { rows } = await owner.query(
      `select table_name, privilege_type from information_schema.role_table_grants
       where grantee = 'arcade_app' and privilege_type <> 'SELECT' and table_name in ('invoices', 'invoice_lines',
         'invoice_taxes', 'invoice_orders', 'invoice_parties', 'allocations', 'payments', 'payment_holds', 'payment_events',
         'piece_counters')
       union all select table_name, privilege_type from information_schema.role_column_grants
       where grantee = 'arcade_app' and privilege_type <> 'SELECT' and table_name in ('invoices', 'payments')`,
    )
    expect(rows).toEqual([])
    const runtime = new pg.Client({ connectionString: urls.appUrl })
    await runtime.connect()
    for (const statement of statements)
      await expect(runtime.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    await runtime.end()
    await make.within(laboratory.id, async client => {
      await client.query(`update invoices set status = 'paid', due_cents = 0 where id = $1`, [id])
    })
    expect(await pieceOf(practice, id)).toMatchObject({ status: 'payable', due: 5_000 })
    for (const change of ['amount_cents = 1, net_cents = 1', "issued_on = '2026-01-01'", 'number = 7'])
      await expect(
        make.within(laboratory.id, client => client.query(`update invoices set ${change} where id = $1`, [id])),
      ).rejects.toMatchObject({ constraint: 'invoices__kept' })
    for (const change of ['update invoice_lines set quantity = 2', 'delete from invoice_lines'])
      await expect(make.within(laboratory.id, client => client.query(change))).rejects.toMatchObject({
        constraint: 'invoice_lines__only_grows',
      })
  })

  it('takes a piece of an earlier day only where none of its series is later', async () => {
    const practice = await make.practice(await make.laboratory())
    await make.invoice(practice, { issued_on: '2026-01-10' })
    await make.invoice(practice, { issued_on: '2025-12-31' })
    await expect(make.invoice(practice, { issued_on: '2026-01-09' })).rejects.toMatchObject({
      constraint: 'invoices__in_order',
    })
    await make.invoice(practice, { issued_on: '2026-01-09', type: 'pro_forma' })
    expect((await piecesOf(practice)).map(({ code }) => code)).toEqual([
      'FA-2026-000001',
      'FA-2025-000001',
      'PF-2026-000001',
    ])
  })

  it('shows a practice doctor no money at all', async () => {
    const { practice, asManager } = await practiceThatPays()
    const { id } = await make.invoice(practice)
    await asManager(user => beginPayment(user, card([id], 500)))
    const seen = (asking: { tx: Tx }) =>
      Promise.all([
        asking.tx.selectFrom('invoices').select('id').execute(),
        asking.tx.selectFrom('invoice_lines').select('position').execute(),
        asking.tx.selectFrom('payments').select('id').execute(),
        asking.tx.selectFrom('payment_holds').select('cents').execute(),
      ])
    expect((await asManager(seen)).map(rows => rows.length)).toEqual([1, 1, 1, 1])
    const asPracticeDoctor = await signedInAs(await make.user(practice, { is_practice_doctor: true }))
    expect(await asPracticeDoctor(seen)).toEqual([[], [], [], []])
  })
})
