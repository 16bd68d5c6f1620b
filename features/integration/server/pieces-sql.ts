import { type RawBuilder, sql } from 'kysely'
import type { PaymentMeans, PaymentReturn } from '#db/schema.ts'
import type { InvoiceStatus } from '#features/invoices/contract.ts'
import type { Day } from '#kit/day.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { PutPayment, PutPiece } from '../pieces-contract.ts'

/** The piece recorded under this name, with the content sent then. */
export const findPieceNamed = ({ tx, brandId, userId }: Program, name: string) =>
  tx
    .selectFrom('program_pieces as n')
    .innerJoin('invoices as i', join => join.onRef('i.brand_id', '=', 'n.brand_id').onRef('i.id', '=', 'n.invoice_id'))
    .select([
      'i.id',
      'i.type',
      'i.practice_id as practiceId',
      'i.piece_code as number',
      'i.issued_on as date',
      'i.due_on as dueDate',
      'i.net_cents as netCents',
      'i.vat_cents as vatCents',
      'i.corrects_id as corrects',
      sql<string[]>`array(
        select distinct l.order_id from invoice_orders l where l.brand_id = i.brand_id and l.invoice_id = i.id)`.as(
        'orderIds',
      ),
    ])
    .where('n.brand_id', '=', brandId)
    .where('n.program_id', '=', userId)
    .where('n.external_id', '=', name)
    .executeTakeFirst()
export type NamedPiece = NonNullable<Awaited<ReturnType<typeof findPieceNamed>>>

/** The program's names of these: a piece's own, or for a receipt that of its payment. */
export async function namesOfPieces({ tx, brandId, userId }: Program, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select n.invoice_id as id, n.external_id as name from program_pieces n
    where n.brand_id = ${brandId} and n.program_id = ${userId} and n.invoice_id = any(${ids}::uuid[])
    union all
    select i.id, n.external_id from program_payments n
    join invoices i on i.brand_id = n.brand_id and i.payment_id = n.payment_id and i.amount_cents < 0
    where n.brand_id = ${brandId} and n.program_id = ${userId} and i.id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Maps names to ids; unknown names are missing from the result. */
const idsByName =
  (named: RawBuilder<{ name: string; id: string }>) =>
  ({ tx, brandId, userId }: Program) =>
  async (names: readonly string[]): Promise<Map<string, string>> => {
    const { rows } = await sql<{ name: string; id: string }>`
      select name, id from ${named} n (brand_id, program_id, name, id)
      where brand_id = ${brandId} and program_id = ${userId} and name = any(${names})`.execute(tx)
    return new Map(rows.map(({ name, id }) => [name, id]))
  }
export const orderIdsByName = idsByName(sql`(select brand_id, program_id, external_id, order_id from program_orders)`)
export const pieceIdsByName = idsByName(sql`(select brand_id, program_id, external_id, invoice_id from program_pieces)`)

/** Locked before their practice, in the order merging practices uses. */
export const lockCases = ({ tx, brandId }: Program, ids: readonly string[]) =>
  sql`select from orders where brand_id = ${brandId} and id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  )

type Recorded =
  | {
      refusal: 'number_taken' | 'order_not_known' | 'billed_already' | 'not_creditable' | 'credited_already'
      pieceId: null
    }
  | { refusal: null; pieceId: string }
type NewPiece = Omit<PutPiece, 'practice' | 'corrects' | 'orders' | 'dueDate'> & {
  practiceId: string
  dueDate: Day
  corrects: string | null
  orderIds: readonly string[]
}

export async function recordPiece({ tx }: Program, name: string, said: NewPiece): Promise<Recorded> {
  const piece = {
    practice_id: said.practiceId,
    type: said.type,
    code: said.number,
    issued_on: said.date,
    due_on: said.dueDate,
    net_cents: said.netCents,
    vat_cents: said.vatCents,
    reason: said.reason ?? null,
    corrects: said.corrects,
    order_ids: said.orderIds,
  }
  const { rows } = await sql<Recorded>`
    select refusal, piece_id as "pieceId"
    from tenant.record_piece(${name}::text, ${JSON.stringify(piece)}::jsonb)`.execute(tx)
  return rows[0] as Recorded
}

export async function billMoreCases({ tx }: Program, pieceId: string, orderIds: readonly string[]) {
  const { rows } = await sql<{ refusal: 'order_not_known' | 'billed_already' | 'credited_already' | null }>`
    select tenant.bill_more_cases(${pieceId}::uuid, ${[...orderIds]}::uuid[]) as refusal`.execute(tx)
  return rows[0]?.refusal ?? null
}

export const findPieceStatus = ({ tx, brandId }: Program, id: string) =>
  tx
    .selectFrom('invoices')
    .select(['id', 'piece_code as pieceCode', sql<InvoiceStatus>`status`.as('status'), 'due_cents as dueCents'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** `same`: an identical file is here already. */
export async function giveDocument({ tx }: Program, id: string, { size, sha256 }: { size: number; sha256: string }) {
  const { rows } = await sql<{ outcome: 'given' | 'same' | 'differs' | 'not_found' }>`
    select tenant.give_document(${id}::uuid, ${size}::bigint, ${sha256}::text) as outcome`.execute(tx)
  return rows[0]?.outcome
}

/** The payment recorded under this name, with the content sent then. */
export const findPaymentNamed = ({ tx, brandId, userId }: Program, name: string) =>
  tx
    .selectFrom('program_payments as n')
    .innerJoin('payments as p', join => join.onRef('p.brand_id', '=', 'n.brand_id').onRef('p.id', '=', 'n.payment_id'))
    .innerJoin('invoices as i', join =>
      join.onRef('i.brand_id', '=', 'p.brand_id').onRef('i.payment_id', '=', 'p.id').on('i.amount_cents', '<', 0),
    )
    .select([
      'p.id as paymentId',
      'p.practice_id as practiceId',
      'p.amount_cents as amountCents',
      'p.received_on as receivedOn',
      'p.status',
      'i.id as receiptId',
    ])
    .where('n.brand_id', '=', brandId)
    .where('n.program_id', '=', userId)
    .where('n.external_id', '=', name)
    .executeTakeFirst()

type NewPayment = Omit<PutPayment, 'practice' | 'invoices' | 'means'> & {
  practiceId: string
  means: PaymentMeans
  invoiceIds: readonly string[]
}
type Received =
  | { refusal: 'invoice_not_known' | 'received_alike'; receiptId: null }
  | { refusal: null; receiptId: string }

export async function recordPayment({ tx }: Program, name: string, said: NewPayment): Promise<Received> {
  const payment = {
    practice_id: said.practiceId,
    amount_cents: said.amountCents,
    received_on: said.receivedOn,
    means: said.means,
    payer_reference: said.payerReference,
    invoice_ids: said.invoiceIds,
    is_another: said.isAnother,
  }
  const { rows } = await sql<Received>`
    select refusal, receipt_id as "receiptId"
    from tenant.record_payment(${name}::text, ${JSON.stringify(payment)}::jsonb)`.execute(tx)
  return rows[0] as Received
}

export async function takeBackPayment({ tx }: Program, name: string, because: PaymentReturn) {
  const { rows } = await sql<{ outcome: 'taken_back' | 'taken_back_already' | 'unknown_here' }>`
    select tenant.take_back_payment(${name}::text, ${because}::payment_return) as outcome`.execute(tx)
  return rows[0]?.outcome
}
