import { type Expression, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PaymentReturn } from '#db/schema.ts'
import type { Day } from '#kit/day.ts'
import type { Laboratory, PracticeUser, Staff } from '#tenancy/server/actor.ts'
import type { Transaction } from '#tenancy/server/database.ts'
import type { Entered } from './entered.ts'

type Asking = { tx: Transaction; brandId: string }

const mostOpen = 50
const mostAwaited = 1_000

const pieces = (tx: Transaction, paymentId: Expression<string>) =>
  jsonArrayFrom(
    tx
      .selectFrom('payment_holds as h')
      .innerJoin('invoices as i', join =>
        join.onRef('i.brand_id', '=', 'h.brand_id').onRef('i.id', '=', 'h.invoice_id'),
      )
      .select(['i.id', 'i.piece_code as pieceCode', sql<number>`i.due_cents - i.pending_cents`.as('dueCents')])
      .whereRef('h.brand_id', '=', sql.ref('payments.brand_id'))
      .where('h.payment_id', '=', paymentId)
      .orderBy('h.position'),
  )

const returnedAs = sql<PaymentReturn | null>`(
  select coalesce(i.returned_as, 'refund') from invoices i
  where i.brand_id = payments.brand_id and i.payment_id = payments.id and i.amount_cents > 0
  order by i.issued_on desc, i.number desc limit 1)`

/**
 * Whoever books money for what was announced ends the announcement in the same transaction, in which other money may be booked
 * as well: it is what quotes the announcement or pays what that was for. What was taken back since has paid nothing.
 */
const cameInsteadCents = sql<number | null>`(
  select came.amount_cents - came.refunded_cents from payments came
  cross join lateral (select coalesce(split_part(came.note, ' ', 1) = payments.reference, false) as does) quotes
  where payments.status = 'failed' and payments.mode = 'transfer' and came.brand_id = payments.brand_id
    and came.practice_id = payments.practice_id and came.mode = 'manual' and came.status = 'succeeded'
    and came.settled_at = payments.failed_at
    and (quotes.does or exists (
      select from payment_holds h join allocations a on a.brand_id = h.brand_id and a.debit_id = h.invoice_id
      join invoices receipt on receipt.brand_id = a.brand_id and receipt.id = a.credit_id
      where h.brand_id = payments.brand_id and h.payment_id = payments.id and receipt.payment_id = came.id))
  order by quotes.does desc, came.id limit 1)`

const payments = ({ tx, brandId }: Asking) =>
  tx
    .selectFrom('payments')
    .select(eb => [
      'id',
      'practice_id as practiceId',
      'mode',
      'amount_cents as amountCents',
      'status',
      'refunded_cents as refundedCents',
      returnedAs.as('returnedAs'),
      cameInsteadCents.as('cameInsteadCents'),
      'disputed_at as disputedAt',
      'created_at as createdAt',
      'provider',
      'provider_reference as providerReference',
      'reference',
      pieces(tx, eb.ref('payments.id')).as('invoices'),
    ])
    .where('brand_id', '=', brandId)

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findAnyPayment>>>

const paymentsOf = (user: PracticeUser) =>
  payments(user).where('practice_id', '=', user.practiceId).where('mode', '<>', 'manual')

export const findPayment = (user: PracticeUser, id: string) => paymentsOf(user).where('id', '=', id).executeTakeFirst()

export const listOpenPayments = (user: PracticeUser) =>
  paymentsOf(user).where('status', '=', 'pending').orderBy('created_at', 'desc').limit(mostOpen).execute()

/** A payment of any practice, for events of providers and banks. */
export const findAnyPayment = (actor: Laboratory | Staff, id: string) =>
  payments(actor).where('id', '=', id).executeTakeFirst()

/** The laboratory's account and card provider. */
export async function findPaymentSettings({ tx, brandId }: Asking) {
  const row = await tx
    .selectFrom('brands')
    .leftJoin('billing_settings', 'billing_settings.brand_id', 'brands.id')
    .leftJoin('card_settings', 'card_settings.brand_id', 'brands.id')
    .select([
      'brands.company_name',
      'brands.allowed_origins',
      'billing_settings.legal_name',
      'billing_settings.iban',
      'billing_settings.bic',
      'card_settings.provider',
      'card_settings.stripe_account',
    ])
    .where('brands.id', '=', brandId)
    .executeTakeFirstOrThrow()
  const { iban, bic } = row
  return {
    allowedOrigins: row.allowed_origins,
    account: iban ? { name: row.legal_name ?? row.company_name, iban, bic } : undefined,
    card: row.provider ? { provider: row.provider, account: row.stripe_account } : undefined,
  }
}
export type PaymentSettings = Awaited<ReturnType<typeof findPaymentSettings>>

const transfersOf = ({ tx, brandId }: Staff) =>
  tx.selectFrom('payments').where('payments.brand_id', '=', brandId).where('payments.mode', '=', 'transfer')

/** Every awaited transfer, for comparison with a bank's file; the database limits a practice to fifty. */
export const listExpected = (staff: Staff) =>
  transfersOf(staff)
    .where(({ eb, or }) =>
      or([
        eb('payments.status', '=', 'pending'),
        // Withdrawn or paid otherwise, it may still come; unless it already came with another amount, and not by mistake.
        sql<boolean>`payments.status = 'failed' and payments.created_at > now() - interval '90 days' and not exists (
          select from payments came where came.brand_id = payments.brand_id and came.practice_id = payments.practice_id
            and came.mode = 'manual' and split_part(came.note, ' ', 1) = payments.reference
            and came_cents(came.brand_id, came.id) > 0)`,
      ]),
    )
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'payments.brand_id').onRef('practices.id', '=', 'payments.practice_id'),
    )
    .select([
      'payments.id',
      'payments.reference',
      'payments.amount_cents as amountCents',
      'practices.name as practice',
      'practices.id as ownerId',
      sql<boolean>`payments.status = 'failed'`.as('isOver'),
      // Other money may have paid some of its invoices meanwhile.
      sql<number>`(
        select coalesce(sum(h.cents), 0)::bigint from payment_holds h
        where h.brand_id = payments.brand_id and h.payment_id = payments.id and h.is_held
          and payments.status = 'pending')`.as('restCents'),
      sql<string[]>`array(
        select i.piece_code::text from payment_holds h
          join invoices i on i.brand_id = h.brand_id and i.id = h.invoice_id
        where h.brand_id = payments.brand_id and h.payment_id = payments.id and payments.status = 'pending'
        order by h.position)`.as('pays'),
      sql<string[]>`array(
        select i.piece_code::text from payment_holds h
          join invoices i on i.brand_id = h.brand_id and i.id = h.invoice_id
        where h.brand_id = payments.brand_id and h.payment_id = payments.id and payments.status = 'failed'
        order by h.position)`.as('wasFor'),
    ])
    .orderBy('payments.created_at')
    .execute()

/**
 * Money entered as received by people or by the laboratory's software, anything but cash, that no line of a bank file has
 * matched: a line of about those days may be it, also where the money has gone back since. Limited to the days of a file,
 * and to one practice if `of` is its id or that of an invoice or payment of it; latest first.
 */
export async function listEntered(
  { tx, brandId }: Staff,
  days: { from: Day; to: Day },
  of?: string,
): Promise<EnteredMoney[]> {
  const ofPractice = sql`and p.practice_id in (
    select practice_id from payments where brand_id = ${brandId} and id = ${of}::uuid
    union all select practice_id from invoices where brand_id = ${brandId} and id = ${of}::uuid
    union all select ${of}::uuid)`
  const { rows } = await sql<EnteredMoney>`
    select p.id, came_cents(p.brand_id, p.id) as "amountCents", p.received_on as "enteredOn", p.practice_id as "ownerId", c.name as practice,
      receipt.piece_code as "pieceCode", p.status = 'refunded' as "hasGoneBack", coalesce(p.means, 'transfer') as means,
      case when p.mode = 'manual' and p.note ~ '^RF\\d{14}' then left(p.note, 16) else p.reference end as reference,
      array(select d.piece_code::text from invoices d where d.brand_id = p.brand_id and d.type <> 'paiement' and d.id in (
        select a.debit_id from allocations a where a.brand_id = p.brand_id and a.credit_id = receipt.id)
        order by d.issued_on, d.id) as pays
    from payments p
    join practices c on c.brand_id = p.brand_id and c.id = p.practice_id
    join invoices receipt on receipt.brand_id = p.brand_id and receipt.payment_id = p.id and receipt.type = 'paiement'
      and receipt.amount_cents < 0
    where p.brand_id = ${brandId} and p.received_on between ${days.from}::date and ${days.to}::date
      ${of ? ofPractice : sql``} and is_without_line(p.brand_id, p.id)
    order by p.received_on desc, p.id limit ${mostEntered}`.execute(tx)
  return rows
}
/** The payments that have paid what an announcement was for that has ended. */
export async function listPaidInstead({ tx, brandId }: Staff, announcedId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct receipt.payment_id as id from payments ended
    join payment_holds h on h.brand_id = ended.brand_id and h.payment_id = ended.id
    join allocations a on a.brand_id = h.brand_id and a.debit_id = h.invoice_id
    join invoices receipt on receipt.brand_id = a.brand_id and receipt.id = a.credit_id
    where ended.brand_id = ${brandId} and ended.id = ${announcedId} and ended.status = 'failed'
      and receipt.payment_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}
export type EnteredMoney = Entered & { pieceCode: string; hasGoneBack: boolean }
const mostEntered = 5_000

/**
 * Money of these days that a line of another file has recorded: the same days in another format have other keys. What was
 * recorded in one press with a line of this file is of this file.
 */
export async function listRecordedElsewhere(
  { tx, brandId }: Staff,
  days: { from: Day; to: Day },
  keys: readonly string[],
): Promise<RecordedElsewhere[]> {
  const { rows } = await sql<RecordedElsewhere>`
    with ours as materialized (
      select practice_id, created_at from payment_events
      where brand_id = ${brandId} and provider = 'bank' and event_id = any(${[...keys]}::text[])
    )
    select p.id, came_cents(p.brand_id, p.id) as "amountCents", p.received_on as "enteredOn", p.practice_id as "ownerId",
      c.name as practice, receipt.piece_code as "pieceCode", p.status = 'refunded' as "hasGoneBack"
    from payments p
    join practices c on c.brand_id = p.brand_id and c.id = p.practice_id
    join invoices receipt on receipt.brand_id = p.brand_id and receipt.payment_id = p.id and receipt.type = 'paiement'
      and receipt.amount_cents < 0
    cross join lateral (
      select e.created_at from payment_events e
      where e.brand_id = p.brand_id and e.provider = 'bank' and e.event_id ~ '^[0-9a-f]{64}$'
        and e.payment_id = any(array[p.id, (
          select a.id from payments a where a.brand_id = p.brand_id and a.mode = 'transfer' and a.reference = split_part(p.note, ' ', 1))])
        and (e.payment_id = p.id or e.amount_cents = p.amount_cents)
      order by e.id desc limit 1) line
    where p.brand_id = ${brandId} and p.received_on between ${days.from}::date and ${days.to}::date
      and came_cents(p.brand_id, p.id) > 0
      and not exists (select from ours where ours.practice_id = p.practice_id and ours.created_at = line.created_at)
    order by p.received_on desc, p.id limit ${mostEntered}`.execute(tx)
  return rows
}
export type RecordedElsewhere = Omit<EnteredMoney, 'reference' | 'means' | 'pays'>

/** Without a filter, the oldest for people; otherwise by ids or practice. */
type Wanted = { ids?: readonly string[]; practiceId?: string | undefined }

export const listAwaited = (staff: Staff, { ids, practiceId }: Wanted) =>
  transfersOf(staff)
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'payments.brand_id').onRef('practices.id', '=', 'payments.practice_id'),
    )
    .select(eb => [
      'payments.id',
      'payments.reference',
      'payments.amount_cents as amountCents',
      'practices.name as practice',
      'practices.id as practiceId',
      'payments.created_at as announcedAt',
      pieces(staff.tx, eb.ref('payments.id')).as('invoices'),
    ])
    .$if(ids === undefined, query => query.where('payments.status', '=', 'pending'))
    .$if(ids !== undefined, query => query.where('payments.id', '=', sql<string>`any(${[...(ids ?? [])]}::uuid[])`))
    .$if(practiceId !== undefined, query => query.where('payments.practice_id', '=', practiceId ?? ''))
    .orderBy('payments.created_at')
    .limit(ids ? ids.length : mostAwaited)
    .execute()

const payableInvoices = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('invoices')
    .where('invoices.brand_id', '=', brandId)
    .where('invoices.type', 'in', ['invoice', 'initialBalance'])
    .where('invoices.due_cents', '>', 0)
    // The index leaves these out: all of it is on its way.
    .where('invoices.status', '<>', 'to_reconcile')
    .where(sql<boolean>`invoices.due_cents > invoices.pending_cents`)

const freeCents = sql<number>`invoices.due_cents - invoices.pending_cents`

/**
 * Invoices payable by a transfer nobody has announced, since the printed invoice gives its number as the reference.
 * Oldest first.
 */
export const listPayable = (staff: Staff) =>
  payableInvoices(staff)
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'invoices.brand_id').onRef('practices.id', '=', 'invoices.practice_id'),
    )
    .select([
      'invoices.id',
      'invoices.piece_code as reference',
      freeCents.as('amountCents'),
      'practices.id as practiceId',
      'practices.id as ownerId',
      'practices.name as practice',
    ])
    .orderBy('invoices.issued_on')
    .orderBy('invoices.id')
    .execute()

/** The invoices with these ids, as shown to people. */
export const listPayableOf = (staff: Staff, ids: readonly string[]) =>
  payableInvoices(staff)
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'invoices.brand_id').onRef('practices.id', '=', 'invoices.practice_id'),
    )
    .select([
      'invoices.id',
      'invoices.piece_code as pieceCode',
      freeCents.as('amountCents'),
      'practices.name as practice',
    ])
    .where('invoices.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/**
 * Which bank entries, by their keys, were recorded; `isFree`: all they were recorded for was taken back as a mistake, so
 * that they can be recorded anew.
 */
export const listRecorded = ({ tx, brandId }: Staff, keys: readonly string[]) =>
  tx
    .selectFrom('payment_events')
    .select([
      'event_id as key',
      sql<boolean>`line_is_free(brand_id, event_id) and not exists (
        select from payment_events again where again.brand_id = payment_events.brand_id and again.provider = 'bank'
          and again.event_id = entry_now(payment_events.brand_id, payment_events.event_id))`.as('isFree'),
    ])
    .where('brand_id', '=', brandId)
    .where('provider', '=', 'bank')
    .where('event_id', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()

/** Those of these ids that are payments whose money is here. */
export const listSettled = async ({ tx, brandId }: Staff, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('payments')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('settled_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Card payments to ask a provider about: those under way, at doubling ages (1, 2, 4 … minutes, for two days), and paid
 * ones at the same ages for half a year, since money may go back unannounced. `turn` is the age.
 */
export const listToAsk = ({ tx, brandId }: Laboratory) =>
  tx
    .selectFrom('payments')
    .select(['id', sql<number>`floor(log(2, extract(epoch from now() - created_at) / 60))::int`.as('turn')])
    .where('brand_id', '=', brandId)
    .where('mode', '=', 'card')
    .where(
      sql<boolean>`created_at <= now() - interval '1 minute' and (
        status = 'pending' and created_at > now() - interval '2 days'
        or status in ('succeeded', 'failed') and created_at > now() - interval '182 days'
          and mod(extract(epoch from now() - created_at) / 60,
            power(2, floor(log(2, extract(epoch from now() - created_at) / 60)))) < 3)`,
    )
    .execute()
