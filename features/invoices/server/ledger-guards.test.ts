import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '#tenancy/server/database.ts'
import { card, startLedgerTests } from '#test/ledger.ts'
import { beginPayment, enterPayment } from './ledger-sql.ts'

const { make, owner, database, practiceThatPays, piecesOf, pieceOf, signedInAs } = startLedgerTests()

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
         'card_refunds', 'piece_counters')
       union all select table_name, privilege_type from information_schema.role_column_grants
       where grantee = 'arcade_app' and privilege_type <> 'SELECT' and table_name in ('invoices', 'payments')`,
    )
    expect(rows).toEqual([])
    const runtime = new pg.Client({ connectionString: database.appUrl })
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
    const seen = (asking: { tx: Transaction }) =>
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

  it.each([
    `tenant.issue($1, array[$1], 'invoice', 0, true)`,
    `tenant.credit($1, '{}', 'Erreur')`,
    `tenant.confirm_pro_forma($1)`,
    `tenant.enter_initial_balance($1, 100, '')`,
    `tenant.correct_initial_balance($1, 100, 50, '')`,
    `tenant.enter_payment($1, array[$1], 100, current_date, '', 'check', '')`,
    `tenant.set_against($1, array[$1])`,
    `tenant.refund_by_hand($1, 'key', 0, 100)`,
    `tenant.return_by_hand($1, 'key', 0, 100, 'refund')`,
    `tenant.ask_card_refund($1, 'key', 0, 100)`,
    `tenant.forget_card_refund($1, 'key')`,
    `tenant.receive_transfer($1, 'entry', 100, current_date)`,
    `tenant.begin_run(current_date, '{}')`,
    `tenant.continue_run($1, 1)`,
    `tenant.record_payment_event($1, 'sandbox', 'event', 'succeeded', 100, 'EUR')`,
  ])('lets nobody do the books but who does them: %s', async call => {
    const { practice, asManager } = await practiceThatPays()
    const asDriver = await signedInAs(await make.user(practice.laboratory, { role: 'driver' }))
    for (const as of [asManager, asDriver])
      await expect(
        as(({ tx }) => sql`select ${sql.raw(call.replaceAll('$1', `'${practice.id}'::uuid`))}`.execute(tx)),
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('lets nobody note a reminder but who does the books, and the laboratory by itself', async () => {
    const { practice, asManager, asAccounting, asLaboratory } = await practiceThatPays()
    const asDriver = await signedInAs(await make.user(practice.laboratory, { role: 'driver' }))
    const { id } = await make.invoice(practice)
    const note = (place: number) =>
      sql`insert into invoice_reminders (brand_id, practice_id, invoice_id, place, due_cents, sent_on)
        values (${practice.laboratory.id}, ${practice.id}, ${id}, ${place}, 100, current_date)`
    for (const as of [asManager, asDriver])
      await expect(as(({ tx }) => note(1).execute(tx))).rejects.toMatchObject({ code: '42501' })
    await asAccounting(({ tx }) => note(1).execute(tx))
    await asLaboratory(({ tx }) => note(2).execute(tx))
  })

  it('takes a payment back for releases of before as well, and no other amount under its key', async () => {
    const { practice, asAccounting } = await practiceThatPays()
    const entered = await asAccounting(staff =>
      enterPayment(staff, { practiceId: practice.id, invoiceIds: [], amountCents: 10_000, receivedOn: '2026-01-10' }),
    )
    const paymentId = entered.refusal === null ? entered.paymentId : ''
    const refund = (seenCents: number, amountCents: number) =>
      asAccounting(async ({ tx }) => {
        const { rows } = await sql<{ outcome: string }>`
          select tenant.refund_by_hand(${paymentId}::uuid, 'key', ${seenCents}::bigint, ${amountCents}::bigint)
            as outcome`.execute(tx)
        return rows[0]?.outcome
      })
    expect(await refund(0, 4_000)).toBe('refunded')
    expect(await refund(0, 4_000)).toBe('refunded')
    for (const seenCents of [0, 4_000]) expect(await refund(seenCents, 5_000)).toBe('not_refundable')
    expect((await piecesOf(practice)).map(({ code }) => code)).toHaveLength(2)
  })

  it('has no table that hangs on a piece or a payment and shows itself to a practice doctor', async () => {
    const { rows } = await owner.query<{ name: string; isHidden: boolean }>(
      `select distinct t.oid::regclass::text as name, exists (
         select from pg_policy p where p.polrelid = t.oid and not p.polpermissive and p.polcmd = '*'
           and pg_get_expr(p.polqual, p.polrelid) like '%sees_invoices()%') as "isHidden"
       from pg_class t left join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
       where '{invoices,payments}'::regclass[] && array[t.oid::regclass, f.confrelid::regclass] order by 1`,
    )
    expect(rows.length).toBeGreaterThan(9)
    expect(rows.filter(({ isHidden }) => !isHidden)).toEqual([])
  })
})
