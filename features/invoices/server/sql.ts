import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB, PaymentReturn } from '#db/schema.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import { pageSize } from '#kit/pages.ts'
import type { PracticeUser, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { type InvoiceSort, type InvoiceType, mostCounted } from '../contract.ts'
import type { StaffInvoiceQuery } from '../staff-contract.ts'
import { foundPieces } from './piece-search-sql.ts'

/** Rows per export: more than a practice has in ten years. */
const mostExported = 50_000

export type Filters = Pick<StaffInvoiceQuery, 'statuses' | 'due' | 'from' | 'to' | 'search' | 'practiceId' | 'types'>
type OfInvoice = ExpressionBuilder<DB, 'invoices'>

/** The pieces the actor may see; row-level security hides all of them from practice doctors (migration 0027). */
export function matching(actor: SignedIn, { statuses, due, from, to, search, practiceId, types }: Filters) {
  let found = actor.tx.selectFrom('invoices').where(ofActor(actor, 'invoices'))
  if (practiceId) found = found.where('invoices.practice_id', '=', practiceId)
  if (types?.length) found = found.where('invoices.type', 'in', types)
  if (statuses?.length) found = found.where('invoices.status', 'in', statuses)
  // Excludes what is completely on its way: nobody is asked for it.
  if (due) found = found.where(sql<SqlBool>`invoices.due_cents > 0 and invoices.status <> 'to_reconcile'`)
  if (due === 'overdue') found = found.where('invoices.due_on', '<', dayInZone(new Date(), actor.timeZone))
  if (from) found = found.where('invoices.issued_on', '>=', from)
  if (to) found = found.where('invoices.issued_on', '<=', to)
  if (search && actor.kind === 'staff' && !practiceId) {
    found = found.where(sql<SqlBool>`invoices.id in ${foundPieces(actor, search)}`)
  } else if (search) {
    const patterns = sql<string[]>`(select search_patterns(${search}))::text[]`
    found = found.where(
      sql<SqlBool>`(searchable(invoices.piece_code) like all (${patterns}) or exists (
        select from invoice_orders l join orders o on o.brand_id = l.brand_id and o.id = l.order_id
        where l.brand_id = invoices.brand_id and l.invoice_id = invoices.id
          and searchable(o.code) like all (${patterns})))`,
    )
  }
  return found
}

const sortColumns = {
  pieceCode: 'invoices.piece_code',
  date: 'invoices.issued_on',
  dueDate: 'invoices.due_on',
  amount: 'invoices.amount_cents',
} as const satisfies Record<InvoiceSort, string>

const ordersOf = sql<{ id: string; code: string }[]>`coalesce((
  select json_agg(json_build_object('id', o.id, 'code', o.code) order by o.code)
  from (select distinct l.order_id from invoice_orders l
    where l.brand_id = invoices.brand_id and l.invoice_id = invoices.id) listed
  join orders o on o.brand_id = invoices.brand_id and o.id = listed.order_id), '[]'::json)`

/** Payments that were taken back do not count. */
const hasReceipt = sql<boolean>`(invoices.type = 'paiement' or exists (
  select from allocations a join invoices p on p.brand_id = a.brand_id and p.id = a.credit_id and p.type = 'paiement'
  where a.brand_id = invoices.brand_id and a.debit_id = invoices.id group by a.credit_id having sum(a.cents) > 0))`

/** Returns from before reasons were recorded were refunds. */
export const returnOf = (piece: string) => sql<PaymentReturn | null>`case when ${sql.ref(`${piece}.type`)} = 'paiement'
  and ${sql.ref(`${piece}.amount_cents`)} > 0 then coalesce(${sql.ref(`${piece}.returned_as`)}, 'refund') end`

/** Null for returns: that money did not come. */
export const receivedOn = (piece: string) => sql<Day | null>`(select p.received_on from payments p
  where p.brand_id = ${sql.ref(`${piece}.brand_id`)} and p.id = ${sql.ref(`${piece}.payment_id`)} and ${sql.ref(`${piece}.amount_cents`)} < 0)`

type Linked = {
  id: string
  pieceCode: string
  type: 'invoice' | 'pro_forma' | 'credit' | 'paiement' | 'initialBalance'
  returnedAs: PaymentReturn | null
}
const linkOf = sql`json_build_object('id', linked.id, 'pieceCode', linked.piece_code, 'type', linked.type,
  'returnedAs', ${returnOf('linked')})`
const linked = (condition: Expression<SqlBool>) => sql<Linked | null>`(
  select ${linkOf} from invoices linked where linked.brand_id = invoices.brand_id and ${condition})`

/** Pieces issued elsewhere have one once their paper has been sent. */
export const hasDocument = sql<boolean>`(invoices.type <> 'initialBalance' and (invoices.program_id is null or exists (
  select from invoice_documents d where d.brand_id = invoices.brand_id and d.invoice_id = invoices.id)))`

/** A paid invoice does not count as credited: its credit note lies in the practice's favour instead. */
const isCredited = sql<boolean>`case when invoices.type in ('invoice', 'initialBalance') and invoices.status = 'paid' and invoices.amount_cents > 0
  then invoices.amount_cents = (select -coalesce(sum(taken.amount_cents), 0) from invoices taken
    where taken.brand_id = invoices.brand_id and taken.corrects_id = invoices.id and taken.type in ('credit', 'initialBalance'))
    and invoices.amount_cents > (select coalesce(sum(a.cents), 0) from allocations a
      join invoices p on p.brand_id = a.brand_id and p.id = a.credit_id and p.type = 'paiement'
      where a.brand_id = invoices.brand_id and a.debit_id = invoices.id)
  else false end`

const shown = [
  'invoices.id',
  'invoices.piece_code as pieceCode',
  'invoices.type',
  returnOf('invoices').as('returnedAs'),
  receivedOn('invoices').as('receivedOn'),
  'invoices.issued_on as date',
  'invoices.due_on as dueDate',
  'invoices.amount_cents as amountCents',
  'invoices.due_cents as dueCents',
  'invoices.pending_cents as pendingCents',
  'invoices.status',
  ordersOf.as('orders'),
  linked(sql`linked.id = invoices.corrects_id`).as('corrects'),
  hasReceipt.as('hasReceipt'),
  hasDocument.as('hasDocument'),
  isCredited.as('isCredited'),
] as const

const practiceOf = (eb: OfInvoice) =>
  jsonObjectFrom(
    eb
      .selectFrom('practices')
      .select(['practices.id', 'practices.name'])
      .whereRef('practices.brand_id', '=', 'invoices.brand_id')
      .whereRef('practices.id', '=', 'invoices.practice_id'),
  ).$notNull()

const selectPage = (actor: SignedIn, query: StaffInvoiceQuery) => {
  const direction = query.sort_order === 'ASC' ? 'asc' : 'desc'
  // The page's ids are selected first, so that joined data are read for the page alone.
  const page = matching(actor, query)
    .select('invoices.id')
    .orderBy(sortColumns[query.sort_by], direction)
    .orderBy('invoices.id', direction)
    .limit(pageSize)
    .offset((query.page - 1) * pageSize)
  return actor.tx
    .selectFrom('invoices')
    .innerJoin(page.as('page'), 'page.id', 'invoices.id')
    .select(eb => [...shown, practiceOf(eb).as('practice')])
    .where(ofActor(actor, 'invoices'))
    .orderBy(sortColumns[query.sort_by], direction)
    .orderBy('invoices.id', direction)
}

export const listInvoices = (actor: SignedIn, query: StaffInvoiceQuery) => selectPage(actor, query).execute()

/** For bookkeepers: includes the practices' questions about pro formas. */
export const listPieces = (staff: Staff, query: StaffInvoiceQuery) =>
  selectPage(staff, query).select('invoices.question').execute()

/**
 * Pieces of a series after a number, in order: numbers have no gaps, and none is inserted before an existing one
 * (migration 0027).
 */
export const listSeries = (staff: Staff, { type, after, most }: { type: InvoiceType; after: Place; most: number }) =>
  staff.tx
    .selectFrom('invoices')
    .select(eb => [...shown, practiceOf(eb).as('practice')])
    .where(ofActor(staff, 'invoices'))
    .where('invoices.type', '=', type)
    .where('invoices.program_id', 'is', null)
    .where(sql<boolean>`(invoices.year, invoices.number) > (${after.year}::smallint, ${after.number}::integer)`)
    .orderBy('invoices.year')
    .orderBy('invoices.number')
    .limit(most)
    .execute()
type Place = { year: number; number: number }

export async function countInvoices(actor: SignedIn, filters: Filters): Promise<number> {
  const { counted } = await actor.tx
    .selectFrom(matching(actor, filters).select('invoices.id').limit(mostCounted).as('found'))
    .select(eb => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

const taxedBase = sql<number>`(select coalesce(sum(tax.base_cents) filter (where tax.vat_rate > 0), 0)::bigint from invoice_taxes tax
  where tax.brand_id = invoices.brand_id and tax.invoice_id = invoices.id)`

/** Oldest first, as books are kept. Pro formas are in no books: they are exported only on request. */
export const listForExport = (actor: SignedIn, filters: Filters) =>
  matching(actor, filters)
    .leftJoin('payments', join =>
      join.onRef('payments.brand_id', '=', 'invoices.brand_id').onRef('payments.id', '=', 'invoices.payment_id'),
    )
    .$if(!filters.types?.length && !filters.statuses?.length, books => books.where('invoices.type', '<>', 'pro_forma'))
    .select(eb => [
      ...shown,
      'invoices.net_cents as netCents',
      'invoices.vat_cents as vatCents',
      // For pieces issued elsewhere only their paper says it.
      sql<number | null>`case when invoices.program_id is null then ${taxedBase} end`.as('taxedCents'),
      'payments.means',
      'payments.mode',
      sql<Day | null>`case when invoices.amount_cents < 0 then
        coalesce(payments.received_on, (payments.settled_at at time zone ${actor.timeZone})::date) end`.as(
        'receivedOn',
      ),
      practiceOf(eb).as('practice'),
    ])
    .orderBy('invoices.issued_on')
    .orderBy('invoices.piece_code')
    .limit(mostExported)
    .execute()

export type ExportedRow = Awaited<ReturnType<typeof listForExport>>[number]

const selectOne = (actor: SignedIn, id: string) =>
  actor.tx
    .selectFrom('invoices')
    .select(eb => [
      ...shown,
      practiceOf(eb).as('practice'),
      'invoices.net_cents as netCents',
      'invoices.vat_cents as vatCents',
      'invoices.reason',
      'invoices.question',
      'invoices.answer',
      linesOf(eb, actor.language).as('lines'),
      taxesOf(eb).as('taxes'),
      linkedMany(sql`linked.corrects_id = invoices.id`).as('correctedBy'),
      settlementsOf(actor.timeZone).as('settlements'),
    ])
    .where(ofActor(actor, 'invoices'))
    .where('invoices.id', '=', id)

export const findInvoice = (actor: SignedIn, id: string) => selectOne(actor, id).executeTakeFirst()

const returnedOf = sql<{ as: PaymentReturn; cents: number }[]>`coalesce((
  select json_agg(json_build_object('as', taken.why, 'cents', taken.cents) order by taken.why)
  from (select ${returnOf('back')} as why, sum(back.amount_cents)::bigint as cents from invoices back
    where back.brand_id = payments.brand_id and back.payment_id = payments.id and back.amount_cents > 0 group by 1) taken), '[]'::json)`

/** For bookkeepers: includes the money behind a receipt. */
export const findPiece = (staff: Staff, id: string) =>
  selectOne(staff, id)
    .select(eb =>
      jsonObjectFrom(
        eb
          .selectFrom('payments')
          .select([
            'payments.id',
            'payments.mode',
            'payments.means',
            'payments.received_on as receivedOn',
            'payments.reference',
            'payments.payer_reference as payerReference',
            'payments.note',
            'payments.amount_cents as amountCents',
            'payments.refunded_cents as refundedCents',
            returnedOf.as('returned'),
            sql<boolean>`payments.disputed_at is not null`.as('isDisputed'),
          ])
          .whereRef('payments.brand_id', '=', 'invoices.brand_id')
          .whereRef('payments.id', '=', 'invoices.payment_id'),
      ).as('payment'),
    )
    .select(
      sql<string | null>`(select p.last_name from users p
        where p.brand_id = invoices.brand_id and p.id = invoices.program_id)`.as('issuedBy'),
    )
    .select(
      sql<Day[]>`array(
        select r.sent_on::text from invoice_reminders r
        where r.brand_id = invoices.brand_id and r.invoice_id = invoices.id order by r.place)`.as('remindedOn'),
    )
    .executeTakeFirst()

const linesOf = (eb: OfInvoice, language: 'fr' | 'en') =>
  jsonArrayFrom(
    eb
      .selectFrom('invoice_lines as line')
      .select([
        'line.position',
        sql<{ id: string; code: string } | null>`case when line.order_id is not null then
          json_build_object('id', line.order_id, 'code', line.order_code) end`.as('order'),
        'line.patient_code as patientCode',
        'line.delivered_on as deliveredOn',
        'line.reference',
        language === 'fr' ? 'line.label_fr as label' : 'line.label_en as label',
        'line.quantity',
        'line.unit_price_cents as unitPriceCents',
        'line.discount_cents as discountCents',
        'line.net_cents as netCents',
        'line.vat',
        'line.vat_rate as vatRate',
        sql<boolean>`exists (select from invoice_lines credited where credited.brand_id = line.brand_id
          and credited.credited_invoice_id = line.invoice_id and credited.credited_position = line.position)`.as(
          'isCredited',
        ),
      ])
      .whereRef('line.brand_id', '=', 'invoices.brand_id')
      .whereRef('line.invoice_id', '=', 'invoices.id')
      .orderBy('line.position'),
  )

const taxesOf = (eb: OfInvoice) =>
  jsonArrayFrom(
    eb
      .selectFrom('invoice_taxes as tax')
      .select([
        'tax.vat',
        'tax.vat_rate as vatRate',
        'tax.base_cents as baseCents',
        'tax.tax_cents as taxCents',
        'tax.exemption_reason as exemptionReason',
      ])
      .whereRef('tax.brand_id', '=', 'invoices.brand_id')
      .whereRef('tax.invoice_id', '=', 'invoices.id')
      .orderBy('tax.vat_rate'),
  )

const linkedMany = (condition: Expression<SqlBool>) => sql<Linked[]>`coalesce((
  select json_agg(${linkOf} order by linked.issued_on, linked.piece_code) from invoices linked
  where linked.brand_id = invoices.brand_id and ${condition}), '[]'::json)`

const settlementsOf = (timeZone: string) => sql<
  { piece: Linked; date: Day; receivedOn: Day | null; cents: number }[]
>`coalesce((
  select json_agg(json_build_object('piece', ${linkOf}, 'date', (a.created_at at time zone ${timeZone})::date,
    'receivedOn', ${receivedOn('linked')}, 'cents', a.cents) order by a.id)
  from allocations a join invoices linked on linked.brand_id = a.brand_id
    and linked.id = case when a.debit_id = invoices.id then a.credit_id else a.debit_id end
  where a.brand_id = invoices.brand_id and invoices.id in (a.credit_id, a.debit_id)), '[]'::json)`

/** The part of each invoice that is due and not on its way. */
export const listFree = ({ tx, brandId, practiceId }: PracticeUser, ids: readonly string[]) =>
  tx
    .selectFrom('invoices')
    .select(['id', sql<number>`due_cents - pending_cents`.as('dueCents')])
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('id', 'in', ids)
    .where(sql<SqlBool>`due_cents > pending_cents`)
    .orderBy('due_on')
    .orderBy('id')
    .execute()

/** `today` is the laboratory's. Uses the index of open pieces. */
export const sumInvoices = statement((db, $: Slots<PracticeUser, { today: Day }>) =>
  db
    .selectFrom('invoices')
    .select([
      sql<number>`coalesce(sum(due_cents), 0)::bigint`.as('balanceCents'),
      sql<number>`coalesce(sum(due_cents - pending_cents) filter (where due_cents > 0 and due_on < ${$.today}::date),
        0)::bigint`.as('overdueCents'),
      sql<number>`coalesce(sum(pending_cents), 0)::bigint`.as('pendingCents'),
      sql<number>`coalesce(-sum(due_cents) filter (where due_cents < 0), 0)::bigint`.as('inFavourCents'),
      sql<number>`count(*) filter (where due_cents > pending_cents)`.as('outstanding'),
      sql<number>`coalesce(sum(due_cents - pending_cents) filter (where due_cents > 0), 0)::bigint`.as(
        'outstandingCents',
      ),
    ])
    .where('brand_id', '=', $.brandId)
    .where('practice_id', '=', $.practiceId)
    .where('due_cents', '<>', 0),
)

/** Refunds are pieces of their own with the opposite sign. */
export async function sumPaid({ tx, brandId, practiceId }: PracticeUser, since: Day): Promise<number> {
  const { cents } = await tx
    .selectFrom('invoices')
    .select(sql<number>`coalesce(-sum(amount_cents), 0)::bigint`.as('cents'))
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('issued_on', '>=', since)
    .where('type', '=', 'paiement')
    .executeTakeFirstOrThrow()
  return cents
}

export async function sumUnbilled({ tx, brandId, practiceId }: PracticeUser): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select unbilled_cents(${brandId}, ${practiceId}) as cents`.execute(tx)
  return rows[0]?.cents ?? 0
}
