import { sql } from 'kysely'
import type { Laboratory, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { BillingRun, UnbilledCase, UnbilledPractice } from '../staff-contract.ts'

/** How pieces come into being: functions of the database (0028_billing.sql), refused to all but who does the books. */

export type Issue = {
  practiceId: string
  orderIds: readonly string[]
  type: 'invoice' | 'pro_forma'
  /** Hundredths of a percent. */
  discount: number
  isReleased: boolean
}
type Issued = { refusal: 'not_found' | 'billed_already' | 'not_delivered' | 'not_priced' | null; invoiceId: string }

/** One piece, or two where the laboratory keeps exempt and taxed lines apart. */
export async function issue({ tx }: Staff, asked: Issue): Promise<Issued[]> {
  const { rows } = await sql<Issued>`
    select refusal, invoice_id as "invoiceId"
    from tenant.issue(${asked.practiceId}::uuid, ${[...asked.orderIds]}::uuid[], ${asked.type}::invoice_type,
      ${asked.discount}::integer, ${asked.isReleased}::boolean)`.execute(tx)
  return rows
}

type Credited = { refusal: 'not_found' | 'not_creditable' | 'credited_already' | null; creditId: string }

export async function credit(
  { tx }: Staff,
  id: string,
  positions: readonly number[],
  reason: string,
): Promise<Credited> {
  const { rows } = await sql<Credited>`
    select refusal, credit_id as "creditId"
    from tenant.credit(${id}::uuid, ${[...positions]}::smallint[], ${reason}::text)`.execute(tx)
  return rows[0] as Credited
}

type Decision = 'to_validate' | 'in_validation' | 'validated' | 'released' | 'rejected'

export async function decide({ tx }: SignedIn, id: string, decision: Decision, question = '') {
  const { rows } = await sql<{ outcome: 'decided' | 'not_found' | 'decision_not_allowed' }>`
    select tenant.decide(${id}::uuid, ${decision}::invoice_decision, ${question}::text) as outcome`.execute(tx)
  return rows[0]?.outcome
}

type Confirmed = { refusal: 'not_found' | 'decision_not_allowed' | null; invoiceId: string }

export async function confirmProForma({ tx }: Staff, id: string): Promise<Confirmed> {
  const { rows } = await sql<Confirmed>`
    select refusal, invoice_id as "invoiceId" from tenant.confirm_pro_forma(${id}::uuid)`.execute(tx)
  return rows[0] as Confirmed
}

type BalanceEntered = { refusal: 'not_found' | 'entered_already' | null; invoiceId: string }

export async function enterInitialBalance({ tx }: Staff, practiceId: string, amountCents: number, reason = '') {
  const { rows } = await sql<BalanceEntered>`
    select refusal, invoice_id as "invoiceId"
    from tenant.enter_initial_balance(${practiceId}::uuid, ${amountCents}::bigint, ${reason}::text)`.execute(tx)
  return rows[0] as BalanceEntered
}

export async function beginRun({ tx }: Staff, until: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select tenant.begin_run(${until}::date) as id`.execute(tx)
  return (rows[0] as { id: string }).id
}

/** Bills the next practice of the run that nobody is at; false where none is left. */
export async function continueRun({ tx }: Pick<Laboratory, 'tx'>, runId: string): Promise<boolean> {
  const { rows } = await sql<{ went: boolean }>`select tenant.continue_run(${runId}::uuid) as went`.execute(tx)
  return rows[0]?.went === true
}

export async function listRuns({ tx, brandId }: Staff, id?: string): Promise<BillingRun[]> {
  const { rows } = await sql<BillingRun>`
    select r.id, r.until_on as until, r.type, r.created_at as "createdAt", count(p.practice_id) as practices,
      count(*) filter (where p.state = 'done') as done, coalesce(sum(p.pieces), 0)::bigint as pieces,
      coalesce(sum(p.amount_cents), 0)::bigint as "amountCents", coalesce(sum(p.unpriced), 0)::bigint as unpriced
    from (select * from billing_runs where brand_id = ${brandId} and id = coalesce(${id ?? null}::uuid, id)
      order by created_at desc limit 12) r
    left join billing_run_practices p on p.brand_id = r.brand_id and p.run_id = r.id
    group by r.brand_id, r.id, r.until_on, r.type, r.created_at
    order by r.created_at desc`.execute(tx)
  return rows
}

/** Delivered, and on no invoice or pro forma: what could be billed now. */
const isUnbilled = sql`orders.status = 'delivered' and not exists (
  select from invoice_orders b where b.brand_id = orders.brand_id and b.order_id = orders.id and b.is_current
    and b.type in ('invoice', 'pro_forma'))`

export async function listUnbilled({ tx, brandId }: Staff): Promise<UnbilledPractice[]> {
  const { rows } = await sql<UnbilledPractice>`
    select json_build_object('id', p.id, 'name', p.name) as practice, work.cases, work.total as "totalCents",
      (select coalesce(sum(i.due_cents), 0)::bigint from invoices i
        where i.brand_id = p.brand_id and i.practice_id = p.id and i.due_cents <> 0) as "balanceCents"
    from practices p
    cross join lateral (
      select count(*) as cases, coalesce(sum(orders.total_cents), 0)::bigint as total from orders
      where orders.brand_id = p.brand_id and orders.practice_id = p.id and ${isUnbilled}) work
    where p.brand_id = ${brandId} and work.cases > 0
    order by p.name, p.id`.execute(tx)
  return rows
}

const mostUnbilled = 500

export const findPractice = ({ tx, brandId }: Staff, id: string) =>
  tx.selectFrom('practices').select('id').where('brand_id', '=', brandId).where('id', '=', id).executeTakeFirst()

export async function listUnbilledCases(staff: Staff, practiceId: string): Promise<UnbilledCase[]> {
  const { rows } = await sql<UnbilledCase>`
    select orders.id, orders.code, orders.patient_code as "patientCode", ${inLanguage(staff.language, 'orders.summary')} as summary,
      (select max((e.at at time zone ${staff.timeZone})::date) from order_events e
        where e.brand_id = orders.brand_id and e.order_id = orders.id and e.status = 'delivered') as "deliveredOn",
      orders.total_cents as "totalCents"
    from orders
    where orders.brand_id = ${staff.brandId} and orders.practice_id = ${practiceId} and ${isUnbilled}
    order by "deliveredOn", orders.code limit ${mostUnbilled}`.execute(staff.tx)
  return rows
}
