import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { makeProgram } from '#test/programs.ts'

// The tables themselves refuse what must never happen to money, whoever writes and through whichever function: each
// constraint is tested by name, so that a dropped one is noticed.

const own = await makeOwnDatabase()
afterAll(() => own.drop())
const { make, owner } = startTestApp({}, { ...own, adminUrl: '' })

const laboratory = await make.laboratory()
const practice = await make.practice(laboratory)
const invoice = await make.invoice(practice)
const other = await make.invoice(practice)
const proForma = await make.invoice(practice, { type: 'pro_forma' })
const order = await make.order(practice)
const payment = { id: randomUUID() }
const paid = {
  brand_id: laboratory.id,
  practice_id: practice.id,
  mode: 'card',
  amount_cents: 5_000,
  provider: 'sandbox',
}
await make.insert(laboratory.id, 'payments', {
  ...paid,
  ...payment,
  reference: 'RF00000000000001',
  provider_reference: 'one',
  status: 'succeeded',
  settled_at: new Date(),
})
const program = await makeProgram(make, laboratory)
const receipt = await make.invoice(practice, { type: 'paiement', amount_cents: -5_000, payment_id: payment.id })
const inFavour = await make.invoice(practice, { type: 'initialBalance', amount_cents: -500 })
const ofPractice = `'${laboratory.id}', '${practice.id}'`
await make.within(laboratory.id, async client => {
  await client.query(`insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
    values (${ofPractice}, '${receipt.id}', '${other.id}', 100)`)
  await client.query(`insert into payment_events
    (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (${ofPractice}, '${payment.id}', 'sandbox', 'event', 'succeeded', 5000, 'EUR', 'applied')`)
  await client.query(`insert into invoice_parties (brand_id, practice_id, invoice_id, seller, buyer)
    values (${ofPractice}, '${invoice.id}', '{}', '{}') on conflict do nothing`)
  await client.query(`insert into invoice_reminders (brand_id, practice_id, invoice_id, place, due_cents, sent_on)
    values (${ofPractice}, '${invoice.id}', 1, 100, current_date)`)
})

const piece = (columns: string, values: string) =>
  `insert into invoices (brand_id, practice_id, ${columns}) values (${ofPractice}, ${values})`
/** As it would be written without the trigger that draws numbers. */
const numberedByHand = (year: string, number: number, dueOn: string) =>
  `alter table invoices disable trigger numbered; ${withNumber(year, number, dueOn)}`
const withNumber = (year: string, number: number, dueOn: string) =>
  piece(
    'type, year, number, piece_code, issued_on, due_on, net_cents, amount_cents',
    `'invoice', ${year}, ${number}, piece_code_of('invoice', ${year}::smallint, ${number}), '2026-01-01', '${dueOn}', 1, 1`,
  )
/** As numbered by the laboratory's software. */
const fromElsewhere = (code: string, type = 'invoice', amount = 1) =>
  piece(
    'program_id, type, piece_code, issued_on, net_cents, amount_cents',
    `'${program.id}', '${type}', '${code}', '2026-01-01', 1, ${amount}`,
  )
const line = (columns: string, values: string, of = invoice) =>
  `insert into invoice_lines (brand_id, practice_id, invoice_id, reference, label_fr, label_en, quantity, unit_price_cents, ${columns})
   values (${ofPractice}, '${of.id}', 'FIX', 'x', 'x', 1, 0, ${values})`
const tax = (values: string) =>
  `insert into invoice_taxes (brand_id, practice_id, invoice_id, vat, vat_rate, base_cents, tax_cents)
   values (${ofPractice}, '${invoice.id}', ${values})`
const payIn = (columns: string, values: string) =>
  `insert into payments (brand_id, practice_id, provider, reference, ${columns})
   values (${ofPractice}, 'sandbox', 'RF00000000000002', ${values})`
const billed = (of: { id: string }) =>
  `insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
   values (${ofPractice}, '${of.id}', '${order.id}', 'invoice', 'exempt')`

/** One column with a forbidden value; the others are valid. */
const lineWith = (column: string, value: string) => {
  const well: Record<string, string> = {
    position: '9',
    reference: `'FIX'`,
    label_fr: `'x'`,
    label_en: `'x'`,
    quantity: '1',
    unit_price_cents: '1',
    vat: `'exempt'`,
    vat_rate: '0',
  }
  const written = { ...well, [column]: value }
  return `insert into invoice_lines (brand_id, practice_id, invoice_id, ${Object.keys(written).join()})
   values (${ofPractice}, '${invoice.id}', ${Object.values(written).join()})`
}
const paymentWith = (column: string, value: string) => {
  const well: Record<string, string> = {
    mode: `'manual'`,
    amount_cents: '1',
    provider: `'a'`,
    reference: `'RF00000000000002'`,
  }
  const written = { ...well, [column]: value }
  return `insert into payments (brand_id, practice_id, ${Object.keys(written).join()})
   values (${ofPractice}, ${Object.values(written).join()})`
}
/** Breaking one of these also breaks another rule, which is reported first. */
const saidTwice = ['invoice_lines_unit_price_cents_check', 'payments_amount_cents_check']
const reminder = (placeAndCents: string) =>
  `insert into invoice_reminders (brand_id, practice_id, invoice_id, place, due_cents, sent_on)
    values (${ofPractice}, '${other.id}', ${placeAndCents}, current_date)`
const ofColumns: Record<string, string> = {
  invoices_net_cents_check: piece('type, net_cents, vat_cents, amount_cents', `'invoice', -1, 2, 1`),
  invoices_vat_cents_check: piece('type, net_cents, vat_cents, amount_cents', `'invoice', 2, -1, 1`),
  invoices_number_check: numberedByHand('2026', 0, '2026-01-31'),
  invoices_currency_check: piece('type, net_cents, amount_cents, currency', `'invoice', 1, 1, 'USD'`),
  invoices_reason_check: piece('type, net_cents, amount_cents, reason', `'invoice', 1, 1, ''`),
  invoices_question_check: piece(
    'type, net_cents, amount_cents, decision, question',
    `'pro_forma', 1, 1, 'to_validate', ''`,
  ),
  invoice_lines_position_check: lineWith('position', '0'),
  invoice_lines_order_code_check: lineWith('order_code', `''`),
  invoice_lines_patient_code_check: lineWith('patient_code', `''`),
  invoice_lines_reference_check: lineWith('reference', `''`),
  invoice_lines_label_fr_check: lineWith('label_fr', `''`),
  invoice_lines_label_en_check: lineWith('label_en', `''`),
  invoice_lines_quantity_check: lineWith('quantity', '0'),
  invoice_lines_discount_cents_check: lineWith('discount_cents', '-1'),
  invoice_lines_net_cents_check: lineWith('discount_cents', '2'),
  invoice_lines_vat_rate_check: line('position, vat, vat_rate', `9, 'standard', -1`),
  invoice_taxes_base_cents_check: tax(`'standard', 2000, -100, -20`),
  allocations_cents_check: `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
    values (${ofPractice}, '${receipt.id}', '${other.id}', 0)`,
  payment_holds_cents_check: `insert into payment_holds (brand_id, practice_id, payment_id, invoice_id, position, cents)
    values (${ofPractice}, '${payment.id}', '${other.id}', 1, 0)`,
  payments_currency_check: paymentWith('currency', `'USD'`),
  payments_provider_check: paymentWith('provider', `'No provider'`),
  payments_provider_reference_check: paymentWith('provider_reference', `''`),
  payments_reference_check: paymentWith('reference', `'RF2'`),
  payments_note_check: paymentWith('note', `''`),
  invoice_reminders_place_check: reminder('0, 100'),
  invoice_reminders_due_cents_check: reminder('2, 0'),
  payment_events_event_id_check: `insert into payment_events
    (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (${ofPractice}, '${payment.id}', 'sandbox', '', 'succeeded', 5000, 'EUR', 'applied')`,
}

const refused: Record<string, string> = {
  ...ofColumns,
  invoices__answer: `update invoices set answer = 'Oui' where id = '${proForma.id}'`,
  invoices__amount: piece('type, net_cents, amount_cents', `'invoice', 100, 99`),
  invoices__code: fromElsewhere('=1+1'),
  'invoices__code, of the portal’s own': `${numberedByHand('2026', 900, '2026-01-31').replace("piece_code_of('invoice', 2026::smallint, 900)", "'F1'")}`,
  invoices__code_once: `${fromElsewhere('F1')}; ${fromElsewhere('F1')}`,
  invoices__corrects: piece('type, net_cents, amount_cents', `'credit', 100, -100`),
  invoices__decision: piece('type, net_cents, amount_cents, decision', `'invoice', 100, 100, 'rejected'`),
  invoices__due_later: numberedByHand('2026', 900, '2025-12-31'),
  invoices__year: numberedByHand('2025', 900, '2026-01-31'),
  invoices__number: `${numberedByHand('2026', 900, '2026-01-31')}; ${withNumber('2026', 900, '2026-01-31')}`,
  invoices__returned_as: piece('type, net_cents, amount_cents, returned_as', `'invoice', 100, 100, 'refund'`),
  invoices__of_payment: piece('type, net_cents, amount_cents, payment_id', `'invoice', 100, 100, '${payment.id}'`),
  invoices__pending: `update invoices set pending_cents = 100 where id = '${inFavour.id}'`,
  invoices__settled: `update invoices set settled_cents = 10001 where id = '${invoice.id}'`,
  invoices__one_first_balance: piece('type, amount_cents', `'initialBalance', 1`),
  invoices__one_receipt: piece('type, amount_cents, payment_id', `'paiement', -1, '${payment.id}'`),
  invoices__pro_forma_once: Array(2)
    .fill(piece('type, net_cents, amount_cents, corrects_id', `'invoice', 1, 1, '${proForma.id}'`))
    .join(';'),
  invoices__sum: piece('type, net_cents, amount_cents', `'invoice', 100, 100`),
  'invoices__sum, without a part of its VAT': `with made as (
      ${piece('type, net_cents, vat_cents, amount_cents', `'invoice', 100, 20, 120`)} returning id), lines as (
      insert into invoice_lines (brand_id, practice_id, invoice_id, position, reference, label_fr, label_en, quantity,
        unit_price_cents, vat, vat_rate) select ${ofPractice}, id, 1, 'FIX', 'x', 'x', 1, 100, 'standard', 2000 from made)
    insert into invoice_taxes (brand_id, practice_id, invoice_id, vat, vat_rate, base_cents, tax_cents)
      select ${ofPractice}, id, 'standard', 2000, 50, 10 from made`,
  invoice_lines__sum: lineWith('quantity', '2'),
  invoice_taxes__sum: tax(`'standard', 2000, 100, 20`),
  'invoices__kept, its number too': `update invoices set piece_code = 'F9' where id = '${invoice.id}'`,
  invoices__kept: `update invoices set amount_cents = 1, net_cents = 1 where id = '${invoice.id}'`,
  invoices__decision_moves: `update invoices set decision = 'validated' where id = '${invoice.id}'`,
  invoice_lines__credits: line('position, vat, vat_rate, credited_position', `9, 'exempt', 0, 1`),
  invoice_lines__exempt: line('position, vat, vat_rate', `9, 'exempt', 2000`),
  invoice_lines__credited_once: [9, 10]
    .map(place =>
      line(
        'position, vat, vat_rate, credited_invoice_id, credited_position',
        `${place}, 'exempt', 0, '${other.id}', 1`,
      ),
    )
    .join(';'),
  invoice_lines__only_grows: `update invoice_lines set quantity = 2`,
  invoice_taxes__exempt: tax(`'exempt', 0, 100, 0`),
  invoice_taxes__tax: tax(`'standard', 2000, 100, 19`),
  invoice_taxes__near: tax(`'standard', 2000, 100, 120`),
  invoice_taxes__only_grows: 'update invoice_taxes set base_cents = 1, tax_cents = 0',
  invoice_parties__only_grows: 'delete from invoice_parties',
  invoice_orders__once: `${billed(invoice)}; ${billed(other)}`,
  invoice_reminders__only_grows: 'delete from invoice_reminders',
  allocations__sides: `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
    values (${ofPractice}, '${invoice.id}', '${other.id}', 1)`,
  'allocations__sides, taken back more than it gave': `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
    values (${ofPractice}, '${inFavour.id}', '${other.id}', 400), (${ofPractice}, '${receipt.id}', '${invoice.id}', 400),
      (${ofPractice}, '${receipt.id}', '${other.id}', -101)`,
  allocations__only_grows: 'delete from allocations',
  payments__at_least: payIn('mode, amount_cents', `'card', 99`),
  payments__by_hand: payIn('mode, amount_cents, means', `'card', 100, 'check'`),
  payments__payer_reference: payIn('mode, amount_cents, payer_reference', `'manual', 100, ''`),
  payments__refunded: payIn('mode, amount_cents, refunded_cents', `'card', 100, 1`),
  payments__settled: payIn('mode, amount_cents, status', `'card', 100, 'succeeded'`),
  payments__reference: Array(2).fill(payIn('mode, amount_cents', `'card', 100`)).join(';'),
  payments__provider_reference: payIn('mode, amount_cents, provider_reference', `'card', 100, 'one'`),
  payments__status_moves: `update payments set status = 'pending', settled_at = null where id = '${payment.id}'`,
  payment_events__once: `insert into payment_events
    (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (${ofPractice}, '${payment.id}', 'sandbox', 'event', 'failed', 0, 'EUR', 'applied')`,
  payment_events__only_grows: 'delete from payment_events',
}

it.each(Object.entries(refused))('%s', async (rule, statement) => {
  const [constraint] = rule.split(',')
  await expect(make.within(laboratory.id, client => client.query(statement))).rejects.toMatchObject({ constraint })
})

it('every rule of the tables of money is among them', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select conname as name from pg_constraint
     where conrelid = any('{invoices,invoice_lines,invoice_taxes,invoice_orders,invoice_parties,invoice_reminders,allocations,payments,payment_holds,payment_events}'::regclass[])
       and contype in ('c', 'u', 'x') and conname not like '%\\_\\_practice\\_id'`,
  )
  expect([...Object.keys(refused), ...saidTwice]).toEqual(expect.arrayContaining(rows.map(({ name }) => name)))
  expect(rows.length).toBeGreaterThan(20)
})
