import { sql } from 'kysely'
import { isInProgress } from '#features/cases/server/filters-sql.ts'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { answerableDays, type Queue, recentDays } from '../contract.ts'

type Counted = { queue: Queue; count: number; since: string | null }

/** One row for each queue, in one statement: the figures of a screen are of one moment. */
export async function countWaiting({ tx, brandId }: Staff, today: Day): Promise<Counted[]> {
  const answerable = sql`now() - make_interval(days => ${answerableDays})`
  const { rows } = await sql<Counted>`
    with here as materialized (
      select status, delivery_on, created_at, hold_answer, hold_answered_at from orders
      where brand_id = ${brandId} and ${isInProgress} and status <> 'shipped'
    ), last_words as (
      select distinct on (order_id) is_from_laboratory, created_at from order_messages
      where brand_id = ${brandId} order by order_id, sequence desc
    )
    select 'late' as queue, count(*) as count, null::timestamptz as since from here where delivery_on < ${today}::date
    union all
    select 'today', count(*), null from here where delivery_on = ${today}::date
    union all
    select 'registered', count(*), min(created_at) from here where status = 'registered'
    union all
    select 'answers', count(*), min(hold_answered_at) from here where status = 'on_hold' and hold_answer is not null
    union all
    select 'messages', count(*), min(created_at) from last_words
    where not is_from_laboratory and created_at > ${answerable}
    union all
    select 'problems', count(*), min(reported_at) from order_problems p
    where p.brand_id = ${brandId} and p.reported_at > ${answerable} and not exists (
      select from order_messages m where m.brand_id = p.brand_id and m.order_id = p.order_id
        and m.is_from_laboratory and m.created_at >= p.reported_at)
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
    where brand_id = ${brandId} and status in ('requested', 'prepared')`.execute(tx)
  return rows
}
