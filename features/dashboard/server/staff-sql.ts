import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { queues, unansweredMessages, unansweredProblems } from '#features/cases/server/staff-filters-sql.ts'
import { isUnbilled } from '#features/invoices/server/unbilled-sql.ts'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type Queue, recentDays } from '../contract.ts'

type Counted = { queue: Queue; count: number; since: string | null }

/** One row for each queue, in one statement: the figures of a screen are of one moment. */
export async function countWaiting({ tx, brandId }: Staff, today: Day): Promise<Counted[]> {
  const count = (queue: Queue, narrowed: Expression<SqlBool>, since: RawBuilder<unknown>) =>
    sql`select ${queue}::text as queue, count(*) as count, ${since} as since from orders
      where brand_id = ${brandId} and ${narrowed}`
  const none = sql`null::timestamptz`
  const day = sql<Day>`${today}`
  const { rows } = await sql<Counted>`
    ${count('late', queues.late(day), none)}
    union all
    ${count('today', queues.dueToday(day), none)}
    union all
    ${count('registered', sql`orders.status = 'registered'`, sql`min(created_at)`)}
    union all
    ${count('answers', queues.answer, sql`min(hold_answered_at)`)}
    union all
    select 'messages', count(*), min(at) from (${unansweredMessages(sql`${brandId}`)}) unanswered
    union all
    select 'problems', count(distinct order_id), min(at) from (${unansweredProblems(sql`${brandId}`)}) unanswered
    union all
    select 'feedback', count(*), null from feedback
    where brand_id = ${brandId} and created_at > now() - make_interval(days => ${recentDays})
    union all
    select 'signups', count(*), min(created_at) from signup_requests
    where brand_id = ${brandId} and state = 'waiting'
    union all
    select 'accountChanges', count(*), min(requested_at) from account_changes
    where brand_id = ${brandId} and state = 'pending'
    union all
    select 'erasures', count(*), min(requested_at) from erasure_requests
    where brand_id = ${brandId} and state = 'waiting'
    union all
    select 'pickupsToConfirm', count(*), null from rides
    where brand_id = ${brandId} and status = 'requested' and day >= ${today}::date
    union all
    select 'pickups', count(*), null from rides
    where brand_id = ${brandId} and status in ('requested', 'confirmed') and day = ${today}::date
    union all
    select 'supplies', count(*), min(created_at) from supply_orders
    where brand_id = ${brandId} and status in ('requested', 'prepared')
    union all
    ${count('toBill', isUnbilled, none)}
    union all
    select 'questions', count(*), null from invoices
    where brand_id = ${brandId} and type = 'pro_forma' and status = 'in_validation'
    union all
    select 'overdue', count(*), null from invoices
    where brand_id = ${brandId} and type = 'invoice' and due_cents > 0 and due_on < ${today}::date`.execute(tx)
  return rows
}
