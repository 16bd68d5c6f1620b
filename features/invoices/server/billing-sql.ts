import { sql } from 'kysely'
import type * as v from 'valibot'
import type { Laboratory, SignedIn, Staff } from '#tenancy/server/actor.ts'
import type { CorrectedBalance } from '../billing-input.ts'
import type { BillingRun } from '../staff-contract.ts'

/** Pieces are made by database functions (0028_billing.sql), which refuse everybody but the bookkeepers. */

export type Issue = {
  practiceId: string
  orderIds: readonly string[]
  type: 'invoice' | 'pro_forma'
  /** Hundredths of a percent. */
  discount: number
  isReleased: boolean
}
type Issued = { refusal: 'not_found' | 'billed_already' | 'not_delivered' | 'not_priced' | null; invoiceId: string }

/** Makes one piece, or two where the laboratory keeps exempt and taxed lines apart. */
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

/** `words`: the question or the answer. */
export async function decide({ tx }: SignedIn, id: string, decision: Decision, words = '') {
  const { rows } = await sql<{ outcome: 'decided' | 'not_found' | 'decision_not_allowed' }>`
    select tenant.decide(${id}::uuid, ${decision}::invoice_decision, ${words}::text) as outcome`.execute(tx)
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

type BalanceCorrected = { refusal: 'not_found' | 'changed_meanwhile' | null; invoiceId: string }

export async function correctInitialBalance(
  { tx }: Staff,
  { practiceId, seenCents, amountCents, reason }: v.InferOutput<typeof CorrectedBalance>,
) {
  const { rows } = await sql<BalanceCorrected>`
    select refusal, invoice_id as "invoiceId" from tenant.correct_initial_balance(
      ${practiceId}::uuid, ${seenCents}::bigint, ${amountCents}::bigint, ${reason}::text)`.execute(tx)
  return rows[0] as BalanceCorrected
}

/** Undefined when one of these practices does not exist; an empty list means all. */
export async function beginRun(
  { tx }: Pick<Staff, 'tx'> | Pick<Laboratory, 'tx'>,
  until: string,
  practiceIds: readonly string[] = [],
  takesContested = false,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select tenant.begin_run(${until}::date, ${[...practiceIds]}::uuid[], ${takesContested}::boolean) as id`.execute(tx)
  return rows[0]?.id ?? undefined
}

/** Bills the run's next practices that are not locked; false where none is left. */
export async function continueRun({ tx }: Pick<Laboratory, 'tx'>, runId: string, practices: number): Promise<boolean> {
  const { rows } = await sql<{ went: boolean }>`
    select tenant.continue_run(${runId}::uuid, ${practices}::integer) as went`.execute(tx)
  return rows[0]?.went === true
}

/** Begun, or finished a practice, within five minutes: longer than one batch takes. */
const moves = sql<boolean>`greatest(r.created_at, (select max(d.done_at) from billing_run_practices d
  where d.brand_id = r.brand_id and d.run_id = r.id)) > now() - interval '5 minutes'`
const waits = sql<boolean>`exists (select from billing_run_practices w
  where w.brand_id = r.brand_id and w.run_id = r.id and w.state = 'waiting')`

/** A moving run has the processors to itself; a stalled one makes nobody wait. */
export async function isRunMoving({ tx, brandId }: Laboratory): Promise<boolean> {
  const { rows } = await sql`
    select from billing_runs r where r.brand_id = ${brandId} and ${waits} and ${moves} limit 1`.execute(tx)
  return rows.length > 0
}

/** Runs whose job is gone or given up. After a week only a person resumes them. */
export async function listStandingRuns({ tx, brandId }: Laboratory): Promise<{ id: string; turn: number }[]> {
  const { rows } = await sql<{ id: string; turn: number }>`
    select r.id, floor(log(2, extract(epoch from now() - r.created_at) / 60))::int as turn
    from billing_runs r
    where r.brand_id = ${brandId} and r.created_at > now() - interval '7 days' and ${waits} and not ${moves}`.execute(
    tx,
  )
  return rows
}

export async function listRuns({ tx, brandId }: Staff, id?: string): Promise<BillingRun[]> {
  const { rows } = await sql<BillingRun>`
    select r.id, r.until_on as until, r.type, r.created_at as "createdAt", count(p.practice_id) as practices,
      count(*) filter (where p.state = 'done') as done, coalesce(sum(p.pieces), 0)::bigint as pieces,
      coalesce(sum(p.amount_cents), 0)::bigint as "amountCents", coalesce(sum(p.unpriced), 0)::bigint as unpriced,
      coalesce(sum(p.contested), 0)::bigint as contested
    from (select * from billing_runs where brand_id = ${brandId} and id = coalesce(${id ?? null}::uuid, id)
      order by created_at desc limit 12) r
    left join billing_run_practices p on p.brand_id = r.brand_id and p.run_id = r.id
    group by r.brand_id, r.id, r.until_on, r.type, r.created_at
    order by r.created_at desc`.execute(tx)
  return rows
}
