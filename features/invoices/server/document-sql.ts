import { sql } from 'kysely'
import type { PaymentReturn } from '#db/schema.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Laboratory, SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import type { InvoiceType } from '../contract.ts'
import type { ReceiptDocument } from '../document.ts'
import type { PartyFacts, SellerFacts } from './parties.ts'
import { type Filters, hasDocument, matching, returnOf } from './sql.ts'

/** The piece, as far as the actor may see it; row-level security hides all of them from practice doctors (migration 0027). */
export const findPaper = (actor: SignedIn, id: string) =>
  actor.tx
    .selectFrom('invoices')
    .select(['id', 'piece_code as pieceCode', 'type', 'issued_on as date', hasDocument.as('hasDocument')])
    .where(ofActor(actor, 'invoices'))
    .where('id', '=', id)
    .executeTakeFirst()

/** The payment itself; for a paid piece, its last payment that was not taken back. */
export const findReceipt = (actor: SignedIn, id: string) =>
  actor.tx
    .selectFrom('invoices')
    .select(['id', 'piece_code as pieceCode', 'type', 'issued_on as date', hasDocument.as('hasDocument')])
    .where(ofActor(actor, 'invoices'))
    .where('type', '=', 'paiement')
    .where(({ or, eb }) =>
      or([
        eb('id', '=', id),
        sql<boolean>`invoices.id = (
          select a.credit_id from allocations a
          join invoices paid on paid.brand_id = a.brand_id and paid.id = a.credit_id and paid.type = 'paiement'
          where a.brand_id = invoices.brand_id and a.debit_id = ${id}
          group by a.credit_id having sum(a.cents) > 0 order by max(a.id) desc limit 1)`,
      ]),
    )
    .executeTakeFirst()

/** Pieces of the list that have a document, oldest first. */
export const listForArchive = (actor: SignedIn, filters: Filters, most: number) =>
  matching(actor, filters)
    .select([
      'invoices.id',
      'invoices.piece_code as pieceCode',
      'invoices.type',
      'invoices.issued_on as date',
      hasDocument.as('hasDocument'),
    ])
    .where(hasDocument)
    .orderBy('invoices.issued_on')
    .orderBy('invoices.piece_code')
    .limit(most)
    .execute()

export type Piece = { id: string; pieceCode: string; type: InvoiceType; date: Day; hasDocument: boolean }

export async function isMade({ tx, brandId }: Laboratory, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice_documents')
    .select('made_at')
    .where('brand_id', '=', brandId)
    .where('invoice_id', '=', id)
    .executeTakeFirst()
  return typeof row?.made_at === 'string'
}

export const listWaiting = async ({ tx, brandId }: Laboratory, most: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('invoice_documents')
      .select('invoice_id as id')
      .where('brand_id', '=', brandId)
      .where('made_at', 'is', null)
      .limit(most)
      .execute()
  ).map(({ id }) => id)

/** Creates the row for pieces from before there were documents; the others have one. */
export const beginDocument = ({ tx }: Laboratory, id: string) =>
  sql`select tenant.begin_document(${id}::uuid)`.execute(tx)

/** Locks the document until the transaction ends; false where it is made already. */
export async function lockUnmade({ tx, brandId }: Laboratory, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice_documents')
    .select('made_at')
    .where('brand_id', '=', brandId)
    .where('invoice_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.made_at === null
}

export const setMade = ({ tx, brandId }: Laboratory, id: string, { size, sha256 }: { size: number; sha256: string }) =>
  tx
    .updateTable('invoice_documents')
    .set({ made_at: sql`now()`, size, sha256 })
    .where('brand_id', '=', brandId)
    .where('invoice_id', '=', id)
    .execute()

export type PieceFacts = {
  type: InvoiceType
  returnedAs: PaymentReturn | null
  pieceCode: string
  issuedOn: Day
  issuedAt: string
  dueOn: Day
  netCents: number
  vatCents: number
  amountCents: number
  reason: string | null
  language: Language
  color: string
  logo: Buffer | null
  /** The parties as they were at issue; facts unknown then are completed from today's. */
  seller: SellerFacts
  buyer: PartyFacts
  sellerToday: SellerFacts
  buyerToday: PartyFacts
  lines: {
    orderCode: string | null
    patientCode: string | null
    practiceReference: string | null
    deliveredOn: Day | null
    reference: string
    label: Record<Language, string>
    quantity: number
    unitPriceCents: number
    discountCents: number
    vat: 'exempt' | 'standard'
    vatRate: number
  }[]
  exemption: { code: string; reason: string } | null
  taxes: { rate: number; cents: number }[]
  corrects: { number: string; issuedOn: Day } | null
  payment: {
    mode: 'card' | 'transfer' | 'manual'
    /** Only for payments entered by hand. */
    means: ReceiptDocument['mode'] | null
    payerReference: string | null
    reference: string
    providerReference: string | null
    on: Day
  } | null
  /** What a payment was set against at once: later allocations do not change that day's receipt. */
  allocations: { pieceCode: string; issuedOn: Day; totalCents: number; allocatedCents: number; dueCents: number }[]
}

/** Everything on a piece's document, in one statement. */
export async function findPieceFacts(
  { tx, brandId, timeZone }: Laboratory,
  id: string,
): Promise<PieceFacts | undefined> {
  const { rows } = await sql<PieceFacts>`
    select i.type, ${returnOf('i')} as "returnedAs", i.piece_code as "pieceCode", i.issued_on as "issuedOn", i.created_at as "issuedAt", i.due_on as "dueOn",
      i.net_cents as "netCents", i.vat_cents as "vatCents", i.amount_cents as "amountCents", i.reason,
      d.language, d.color, logo.content as logo,
      coalesce(parties.seller, '{}') as seller, coalesce(parties.buyer, '{}') as buyer,
      seller_of(i.brand_id) as "sellerToday", buyer_of(i.brand_id, i.practice_id) as "buyerToday",
      coalesce((
        select json_agg(json_build_object('orderCode', l.order_code, 'patientCode', l.patient_code,
          'practiceReference', o.practice_reference,
          'deliveredOn', l.delivered_on, 'reference', l.reference,
          'label', json_build_object('fr', l.label_fr, 'en', l.label_en), 'quantity', l.quantity,
          'unitPriceCents', l.unit_price_cents, 'discountCents', l.discount_cents, 'vat', l.vat, 'vatRate', l.vat_rate)
          order by l.position)
        from invoice_lines l left join orders o on o.brand_id = l.brand_id and o.id = l.order_id
        where l.brand_id = i.brand_id and l.invoice_id = i.id), '[]') as lines,
      (select json_build_object('code', t.exemption_code, 'reason', t.exemption_reason)
        from invoice_taxes t where t.brand_id = i.brand_id and t.invoice_id = i.id and t.vat = 'exempt') as exemption,
      coalesce((select json_agg(json_build_object('rate', t.vat_rate, 'cents', t.tax_cents))
        from invoice_taxes t where t.brand_id = i.brand_id and t.invoice_id = i.id), '[]') as taxes,
      (select json_build_object('number', c.piece_code, 'issuedOn', c.issued_on)
        from invoices c where c.brand_id = i.brand_id and c.id = i.corrects_id) as corrects,
      (select json_build_object('mode', p.mode, 'means', p.means, 'payerReference', p.payer_reference, 'reference', p.reference, 'providerReference', p.provider_reference,
          'on', coalesce(p.received_on, (p.settled_at at time zone ${timeZone})::date))
        from payments p where p.brand_id = i.brand_id and p.id = i.payment_id) as payment,
      coalesce((
        select json_agg(json_build_object('pieceCode', paid.piece_code, 'issuedOn', paid.issued_on,
          'totalCents', paid.amount_cents, 'allocatedCents', a.cents, 'dueCents', paid.amount_cents - (
            select sum(s.cents) from allocations s
            where s.brand_id = i.brand_id and s.debit_id = a.debit_id and s.id <= a.last_id)) order by a.last_id)
        from (
          select debit_id, sum(cents)::bigint as cents, max(id) as last_id from allocations
          where brand_id = i.brand_id and credit_id = i.id and cents > 0 and created_at = i.created_at
          group by debit_id) a
        join invoices paid on paid.brand_id = i.brand_id and paid.id = a.debit_id and paid.type <> 'paiement'), '[]')
        as allocations
    from invoices i
    join invoice_documents d on d.brand_id = i.brand_id and d.invoice_id = i.id
    left join document_logos logo on logo.brand_id = d.brand_id and logo.name = d.logo
    left join invoice_parties parties on parties.brand_id = i.brand_id and parties.invoice_id = i.id
    where i.brand_id = ${brandId} and i.id = ${id}`.execute(tx)
  return rows[0]
}
