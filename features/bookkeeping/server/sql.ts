import { sql } from 'kysely'
import type { PaymentMeans, PaymentMode, PaymentReturn } from '#db/schema.ts'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { EntriesQuery } from '../staff-contract.ts'

export type BookedPiece = {
  type: 'invoice' | 'credit' | 'paiement'
  pieceCode: string
  issuedOn: Day
  /** The change of the practice's account: negative for credit notes and payments, positive for returned money. */
  amountCents: number
  practiceId: string
  practice: string
  /** Null: the usual account. */
  customerAccount: string | null
  /** The invoice that a credit note takes back, or the receipt of the returned money. */
  corrects: string | null
  returnedAs: PaymentReturn | null
  mode: PaymentMode | null
  means: PaymentMeans | null
  /** When the money came, if its receipt was written later. */
  receivedOn: Day | null
  /** The cheque's number, or the transfer's text. */
  payerReference: string | null
  taxes: { vatRate: number; baseCents: number; taxCents: number }[]
}

/** By issue date; no piece of the same type is later issued with an earlier one. */
export async function listBooked(
  { tx, brandId, timeZone }: Staff,
  { from, to, journal }: EntriesQuery,
): Promise<BookedPiece[]> {
  const { rows } = await sql<BookedPiece>`
    select i.type, i.piece_code as "pieceCode", i.issued_on as "issuedOn", i.amount_cents as "amountCents",
      i.practice_id as "practiceId", p.name as practice, c.account as "customerAccount", corrected.piece_code as corrects,
      i.returned_as as "returnedAs", paid.mode, paid.means, paid.payer_reference as "payerReference",
      case when i.amount_cents < 0 then
        coalesce(paid.received_on, (paid.settled_at at time zone ${timeZone})::date) end as "receivedOn",
      coalesce((
        select json_agg(json_build_object('vatRate', t.vat_rate, 'baseCents', t.base_cents, 'taxCents', t.tax_cents)
          order by t.vat, t.vat_rate)
        from invoice_taxes t where t.brand_id = i.brand_id and t.invoice_id = i.id), '[]') as taxes
    from invoices i
    join practices p on p.brand_id = i.brand_id and p.id = i.practice_id
    left join customer_accounts c on c.brand_id = i.brand_id and c.practice_id = i.practice_id
    left join invoices corrected on corrected.brand_id = i.brand_id and corrected.id = i.corrects_id
    left join payments paid on paid.brand_id = i.brand_id and paid.id = i.payment_id
    where i.brand_id = ${brandId} and i.type in ('invoice', 'credit', 'paiement') and i.amount_cents <> 0
      -- What software has issued, or has told of, stands in the books that it comes from.
      and i.program_id is null and not exists (
        select from program_payments n
        where n.brand_id = i.brand_id and n.payment_id = i.payment_id)
      and (${journal ?? null}::text is null or (i.type = 'paiement') = (${journal ?? null}::text = 'paymentsJournal'))
      and i.issued_on between ${from} and ${to}
    order by i.issued_on, i.type, i.number`.execute(tx)
  return rows
}

/** Identifies the laboratory among the files of an accountant's clients. */
export const findLaboratoryName = async ({ tx, brandId }: Staff): Promise<string> =>
  (await tx.selectFrom('brands').select('company_name').where('id', '=', brandId).executeTakeFirstOrThrow())
    .company_name
