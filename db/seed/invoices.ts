import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { addDays, type Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { insertRows } from './insert-rows.ts'
import { earlierOf } from './practice-days.ts'

const reasons: Record<'credit' | 'balance', Record<Language, string>> = {
  credit: { fr: 'Travail refait au titre de la garantie', en: 'Work made again under guarantee' },
  balance: { fr: 'Solde au passage au portail', en: 'Balance when the portal began' },
}

const questions: Record<Language, string> = {
  fr: 'La couronne sur 26 n’a-t-elle pas été refaite\u202f?',
  en: 'Was the crown on 26 not a remake?',
}

type Books = { brandId: string; language: Language; legalName: string; today: Day }
type Group = { practice: string; on: Day; orders: string[] }
type Piece = { id: string; practice: string; on: Day; cents: number }

/**
 * The books of a laboratory: what was invoiced at the end of each month, what was paid of it, and, for the practice with the
 * most cases, a piece of every type and status. Numbers and statuses follow by themselves, as they do in earnest.
 */
export async function insertInvoices(client: pg.Client, books: Books): Promise<void> {
  await insertRows(client, 'billing_settings', [settingsOf(books)])
  // Cards that take no money.
  await insertRows(client, 'card_settings', [{ brand_id: books.brandId, provider: 'sandbox' }])
  const { rows: groups } = await client.query<Group>(
    `select practice_id as practice, to_char(least(($2::date - 1), (date_trunc('month', day) + interval '1 month - 1 day')::date),
       'YYYY-MM-DD') as "on", array_agg(id order by code) as orders
     from (
       select o.practice_id, o.id, o.code, coalesce((select max(e.at) from order_events e
         where e.brand_id = o.brand_id and e.order_id = o.id and e.status = 'delivered'), o.created_at) as day
       from orders o where o.brand_id = $1 and o.status = 'invoiced') delivered
     group by 1, 2 order by 2, 1`,
    [books.brandId, books.today],
  )
  const most = (
    await client.query<{ id: string }>(
      `select practice_id as id from orders where brand_id = $1 group by 1 order by count(*) desc, 1 limit 1`,
      [books.brandId],
    )
  ).rows[0]?.id
  const [first] = groups
  if (!most || !first) return
  const balance = await insertPiece(client, books, {
    practice: most,
    on: addDays(first.on, -1),
    columns: { type: 'initialBalance', amount_cents: 48_250, reason: reasons.balance[books.language] },
  })

  const pieces: Piece[] = []
  for (const { practice, on, orders } of groups)
    pieces.push(await insertPiece(client, books, { practice, on, orders, columns: { type: 'invoice' } }))
  // Of each practice the last is still due; of one the last but one is on its way, and the one before it overdue.
  const latest = (practice: string) => pieces.filter(piece => piece.practice === practice).slice(-1)
  const [overdue, announced] = pieces.filter(({ practice }) => practice === most).slice(-3, -1)
  const paid = pieces.filter(
    piece => piece !== announced && piece !== overdue && !latest(piece.practice).includes(piece),
  )
  const receipts = await payOld(client, books, [balance, ...paid])
  const [due] = latest(most)
  if (due) await payPart(client, books, due, receipts)
  if (announced) await announceTransfer(client, books, announced)
  const credited = paid.find(({ practice }) => practice === most)
  if (credited) await creditFirstLine(client, books, credited)
  await draftProFormas(client, books, most)
}

const settingsOf = ({ brandId, legalName }: Books) => ({
  brand_id: brandId,
  legal_name: legalName,
  siren: '732829320',
  vat_number: 'FR44732829320',
  legal_mention: 'SARL au capital de 40 000 €, RCS Paris 732 829 320',
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPPXXX',
  payment_days: 30,
  splits_vat: false,
  asks_approval: true,
  penalty_note:
    'En cas de retard de paiement, pénalités au taux de trois fois le taux d’intérêt légal (art. L. 441-10 du Code de commerce).',
  recovery_note: 'Indemnité forfaitaire pour frais de recouvrement\u00a0: 40\u00a0€.',
  discount_note: 'Pas d’escompte pour paiement anticipé.',
})

type NewPiece = { practice: string; on: Day; orders?: string[]; columns: Record<string, unknown> & { type: string } }

async function insertPiece(
  client: pg.Client,
  { brandId, today }: Books,
  { practice, on, orders = [], columns }: NewPiece,
) {
  const id = await newPieceId(client)
  const { rows: sums } = await client.query<{ net: number; vat: number }>(
    `select coalesce(sum(net), 0)::int as net, coalesce(sum(tax), 0)::int as vat from (
       select sum(net_cents) as net, round(sum(net_cents) * vat_rate / 10000.0) as tax
       from billable_lines($1, $2, 0) group by vat_rate) by_rate`,
    [brandId, orders],
  )
  const { net = 0, vat = 0 } = sums[0] ?? {}
  const cents = Number(columns.amount_cents ?? net + vat)
  await insertRows(client, 'invoices', [
    {
      brand_id: brandId,
      practice_id: practice,
      id,
      issued_on: on,
      due_on: ['credit', 'paiement'].includes(columns.type) ? on : addDays(on, 30),
      net_cents: net,
      vat_cents: vat,
      amount_cents: cents,
      settled_cents: 0,
      pending_cents: 0,
      currency: 'EUR',
      decision: 'released',
      created_at: `${on > today ? today : on}T07:00:00Z`,
      ...columns,
    },
  ])
  await client.query(
    `insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
       reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate)
     select $1, $2, $3, row_number() over (order by l.order_code, l.case_sequence), l.order_id, l.order_code, l.patient_code,
       (select max(e.at)::date from order_events e where e.brand_id = $1 and e.order_id = l.order_id and e.status = 'delivered'),
       l.reference, l.label_fr, l.label_en, l.quantity, l.unit_price_cents, l.discount_cents, l.vat, l.vat_rate
     from billable_lines($1, $4, 0) l`,
    [brandId, practice, id, orders],
  )
  await client.query(
    `insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat, is_current)
     select distinct brand_id, practice_id, invoice_id, order_id, $3::invoice_type, vat, $4::text <> 'rejected'
     from invoice_lines where brand_id = $1 and invoice_id = $2`,
    [brandId, id, columns.type, columns.decision ?? 'released'],
  )
  // A receipt says so by itself.
  if (columns.type !== 'paiement')
    await client.query('select tenant.add_taxes($1, $2), tenant.add_parties($1, $2)', [brandId, id])
  return { id, practice, on, cents }
}

/** As in earnest they follow one another, so that pieces of one day stand in their order. */
async function newPieceId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select new_piece_id() as id')
  return rows[0]?.id ?? ''
}

/** Three weeks after each at the latest, by card and by hand in turn. */
async function payOld(client: pg.Client, books: Books, pieces: readonly Piece[]) {
  const due = pieces.filter(({ cents }) => cents > 0).toSorted((a, b) => (a.on < b.on ? -1 : 1))
  for (const [index, piece] of due.entries()) {
    const paidOn = earlierOf(addDays(piece.on, 21), addDays(books.today, -1))
    await pay(client, books, piece, { index, mode: index % 3 === 0 ? 'manual' : 'card', paidOn, cents: piece.cents })
  }
  return due.length
}

/** Not all of it at once, and not long ago: something has come in lately. */
const payPart = (client: pg.Client, books: Books, piece: Piece, index: number) => {
  const weekAgo = addDays(books.today, -6)
  const paidOn = earlierOf(weekAgo, piece.on) === weekAgo ? piece.on : weekAgo
  const cents = Math.floor(piece.cents / 3 / 10_000) * 10_000
  return cents > 0 && pay(client, books, piece, { index, mode: 'card', paidOn, cents })
}

type Paying = { index: number; mode: 'manual' | 'card'; paidOn: Day; cents: number }

async function pay(client: pg.Client, books: Books, { id, practice }: Piece, { index, mode, paidOn, cents }: Paying) {
  const payment = randomUUID()
  await insertRows(client, 'payments', [
    {
      brand_id: books.brandId,
      practice_id: practice,
      id: payment,
      mode,
      amount_cents: cents,
      currency: 'EUR',
      status: 'succeeded',
      refunded_cents: 0,
      provider: mode === 'card' ? 'sandbox' : 'manual',
      reference: referenceOf(index),
      received_on: mode === 'manual' ? paidOn : null,
      created_at: `${paidOn}T08:30:00Z`,
      settled_at: `${paidOn}T08:31:00Z`,
    },
  ])
  const receipt = await insertPiece(client, books, {
    practice,
    on: paidOn,
    columns: { type: 'paiement', amount_cents: -cents, payment_id: payment },
  })
  await allocate(client, books, receipt, { id, practice }, cents)
}

const allocate = (
  client: pg.Client,
  { brandId }: Books,
  { id: credit }: Pick<Piece, 'id'>,
  debit: { id: string; practice: string },
  cents: number,
) =>
  client.query(
    // At once, as in earnest: the receipt says so.
    `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_at)
     select brand_id, practice_id, id, $4, $5, created_at from invoices where brand_id = $1 and practice_id = $2 and id = $3`,
    [brandId, debit.practice, credit, debit.id, cents],
  )

/** ISO 11649: its check digits make it 1 modulo 97. */
function referenceOf(index: number): string {
  const body = String(4_200_000_000 + index).padStart(12, '0')
  return `RF${String(98n - (BigInt(`${body}271500`) % 97n)).padStart(2, '0')}${body}`
}

async function announceTransfer(client: pg.Client, { brandId, today }: Books, { id, practice, cents }: Piece) {
  const payment = randomUUID()
  await insertRows(client, 'payments', [
    {
      brand_id: brandId,
      practice_id: practice,
      id: payment,
      mode: 'transfer',
      amount_cents: cents,
      currency: 'EUR',
      status: 'pending',
      refunded_cents: 0,
      provider: 'bank',
      reference: referenceOf(9_999),
      created_at: `${addDays(today, -1)}T09:00:00Z`,
    },
  ])
  await client.query(
    `insert into payment_holds (brand_id, practice_id, payment_id, invoice_id, position, cents)
     values ($1, $2, $3, $4, 1, $5)`,
    [brandId, practice, payment, id, cents],
  )
}

async function creditFirstLine(client: pg.Client, { brandId, today, language }: Books, { id, practice }: Piece) {
  const credit = await newPieceId(client)
  const { rows } = await client.query<{ net: number; rate: number }>(
    'select net_cents::int as net, vat_rate as rate from invoice_lines where brand_id = $1 and invoice_id = $2 and position = 1',
    [brandId, id],
  )
  const { net = 0, rate = 0 } = rows[0] ?? {}
  const vat = Math.round((net * rate) / 10_000)
  await client.query(
    `insert into invoices (brand_id, practice_id, id, type, issued_on, net_cents, vat_cents, amount_cents, corrects_id, reason)
     values ($1, $2, $3, 'credit', $4, $5, $6, $7, $8, $9)`,
    [brandId, practice, credit, addDays(today, -12), net, vat, -(net + vat), id, reasons.credit[language]],
  )
  await client.query(
    `insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
       reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate, credited_invoice_id,
       credited_position)
     select brand_id, practice_id, $3, 1, order_id, order_code, patient_code, delivered_on, reference, label_fr, label_en,
       quantity, unit_price_cents, discount_cents, vat, vat_rate, invoice_id, position
     from invoice_lines where brand_id = $1 and invoice_id = $2 and position = 1`,
    [brandId, id, credit],
  )
  await client.query(
    `insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
     select brand_id, practice_id, invoice_id, order_id, 'credit', vat
     from invoice_lines where brand_id = $1 and invoice_id = $2 and order_id is not null`,
    [brandId, credit],
  )
  await client.query('select tenant.add_taxes($1, $2), tenant.add_parties($1, $2)', [brandId, credit])
}

/** Of what is delivered and not billed: one that waits for the practice, one it asks about, one it approved, one withdrawn. */
async function draftProFormas(client: pg.Client, books: Books, practice: string) {
  const { rows } = await client.query<{ id: string }>(
    `select id from orders where brand_id = $1 and practice_id = $2 and status = 'delivered'
       and (total_cents is not null) order by code limit 6`,
    [books.brandId, practice],
  )
  const of = (from: number, to: number) => rows.slice(from, to).map(({ id }) => id)
  const drafts = [
    { decision: 'rejected', orders: of(0, 1), days: 9 },
    { decision: 'validated', orders: of(1, 2), days: 6 },
    {
      decision: 'in_validation',
      orders: of(2, 3),
      days: 4,
      question: questions[books.language],
    },
    // What was withdrawn is drafted anew, with what has come since.
    { decision: 'to_validate', orders: [...of(0, 1), ...of(3, 6)], days: 2 },
  ]
  for (const { decision, orders, days, question } of drafts)
    await insertPiece(client, books, {
      practice,
      on: addDays(books.today, -days),
      orders,
      columns: { type: 'pro_forma', decision, ...(question ? { question } : {}) },
    })
}
