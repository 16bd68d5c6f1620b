import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '#tenancy/server/database.ts'
import { card, startLedgerTests, succeeded } from '#test/ledger.ts'
import {
  beginPayment,
  enterAnnounced,
  enterPayment,
  receiveTransfer,
  recordPaymentEvent,
  setAgainst,
  spendCredit,
} from './ledger-sql.ts'

const { make, practiceThatPays, piecesOf } = startLedgerTests()

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
    fc.record({
      what: fc.constant('announce' as const),
      which: fc.array(some, { maxLength: 3 }),
      cents: fc.nat(40_000),
    }),
    // An announced transfer has come, by the bank's file or entered by hand, with the announced amount or another.
    fc.record({
      what: fc.constant('come' as const),
      which: some,
      isByHand: fc.boolean(),
      more: fc.constantFrom(0, 0, -50, 99),
    }),
    fc.record({ what: fc.constant('spend' as const), against: fc.array(some, { maxLength: 3 }) }),
  )
  /** When a process is killed, its open transaction is rolled back. */
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
          // Only the last few, so that concurrent steps meet.
          const owed = pieces.filter(({ type }) => type === 'invoice').slice(-6)
          const ids = (which: number[]) => which.flatMap(index => owed[index % (owed.length || 1)]?.id ?? [])
          await Promise.all(
            round.map(async ({ happening, isKilled }) => {
              const within =
                (as: typeof asManager) =>
                <T>(work: (asking: { tx: Transaction }) => Promise<T>) =>
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
                case 'announce': {
                  const transfer = {
                    ...card(ids(happening.which), happening.cents),
                    mode: 'transfer',
                    provider: 'bank',
                  } as const
                  return within(asManager)(user => beginPayment(user, transfer))
                }
                case 'come': {
                  const payment = payments.filter(({ provider }) => provider === 'bank')[happening.which]
                  if (!payment) return
                  const amountCents = payment.amount + happening.more
                  const came = {
                    amountCents,
                    receivedOn: '2026-01-01',
                    bookedOn: '2026-01-01',
                    entry: `entry ${events++}`,
                  }
                  return within(asAccounting)<object>(staff =>
                    happening.isByHand
                      ? enterAnnounced(staff, { ...came, practiceId: practice.id, transferId: payment.id })
                      : receiveTransfer(staff, { ...came, paymentId: payment.id }),
                  )
                }
                case 'enter':
                  return within(asAccounting)(staff =>
                    enterPayment(staff, {
                      practiceId: practice.id,
                      invoiceIds: ids(happening.which),
                      amountCents: happening.cents,
                      receivedOn: '2026-01-01',
                      isAnother: true,
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
                case 'spend':
                  return within(asManager)(user => spendCredit(user, ids(happening.against)))
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
