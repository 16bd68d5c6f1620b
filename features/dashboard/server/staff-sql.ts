import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { mostCounted } from '#features/cases/rules.ts'
import { queues, unansweredMessages, unansweredProblems } from '#features/cases/server/staff-filters-sql.ts'
import { isToBill } from '#features/invoices/server/unbilled-sql.ts'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type Queue, recentDays } from '../contract.ts'

type Counted = { queue: Queue; count: number; since: string | null }

/** One row per queue, in one statement, so that all figures are of the same moment. */
export async function countQueues({ tx, brandId }: Staff, today: Day): Promise<Counted[]> {
  const none = sql`null::timestamptz`
  const day = sql<Day>`${today}`
  /** Counting stops at the lists' maximum: beyond it the screen only says that there are more. */
  const count = (queue: Queue, waiting: RawBuilder<unknown>, since: RawBuilder<unknown> = none) =>
    sql`select ${queue}::text as queue, (select count(*) from (${waiting} limit ${mostCounted}) counted) as count, ${since} as since`
  const ofOrders = (narrowed: Expression<SqlBool>) =>
    sql`select from orders where brand_id = ${brandId} and ${narrowed}`
  /** When the first came, read from an index in that order. */
  const first = (moment: 'created_at' | 'hold_answered_at', narrowed: Expression<SqlBool>) =>
    sql`(select ${sql.ref(moment)} from orders where brand_id = ${brandId} and ${narrowed} order by ${sql.ref(moment)} limit 1)`
  const { rows } = await sql<Counted>`
    ${count('late', ofOrders(queues.late(day)))}
    union all
    ${count('today', ofOrders(queues.dueToday(day)))}
    union all
    ${count('registered', ofOrders(queues.unaccepted), first('created_at', queues.unaccepted))}
    union all
    ${count('answers', ofOrders(queues.answer), first('hold_answered_at', queues.answer))}
    union all
    select 'messages', count(*), min(at) from (
      select at from (${unansweredMessages(sql`${brandId}`)}) unanswered order by at limit ${mostCounted}) first
    union all
    ${count(
      'problems',
      ofOrders(queues.problem),
      sql`(select at from (${unansweredProblems(sql`${brandId}`)}) unanswered order by at limit 1)`,
    )}
    union all
    ${count(
      'feedback',
      sql`select from feedback
      where brand_id = ${brandId} and created_at > now() - make_interval(days => ${recentDays})`,
    )}
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
    ${count(
      'pickupsToConfirm',
      sql`select from rides
      where brand_id = ${brandId} and status = 'requested' and day >= ${today}::date`,
    )}
    union all
    ${count(
      'pickups',
      sql`select from rides
      where brand_id = ${brandId} and status in ('requested', 'confirmed') and day = ${today}::date`,
    )}
    union all
    select 'supplies', least(count(*), ${mostCounted}), min(created_at) from supply_orders
    where brand_id = ${brandId} and status in ('requested', 'prepared')
    union all
    ${count('toBill', ofOrders(isToBill))}
    union all
    ${count(
      'questions',
      sql`select from invoices
      where brand_id = ${brandId} and type = 'pro_forma' and status = 'in_validation'`,
    )}
    union all
    ${count(
      'approved',
      sql`select from invoices
      where brand_id = ${brandId} and type = 'pro_forma' and status = 'validated'`,
    )}
    union all
    ${count(
      'overdue',
      sql`select from invoices
      where brand_id = ${brandId} and type = 'invoice' and status <> 'to_reconcile'
        and due_cents > 0 and due_on < ${today}::date`,
    )}`.execute(tx)
  return rows
}
