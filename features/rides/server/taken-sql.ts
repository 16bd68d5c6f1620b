import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { LeftCase, PickedUpCase, TakenBy } from '../contract.ts'

/** Nobody keeps an impression longer than that before the driver comes. */
const keptDays = 60
const mostTaken = 100

/**
 * When a driver was there: as it was marked, or at the end of its day where that was done later or nobody knows when. What was
 * ordered after that waited for the next one.
 */
const doneAt = (ride: 'rides' | 'before' | 'driven', timeZone: RawBuilder<unknown> | Expression<unknown>) => {
  const [at, day, shift] = ['status_at', 'day', 'shift'].map(column => sql.ref(`${ride}.${column}`))
  return sql`least(${at}, (${day} + case when ${at} is null and ${shift} = 'AM' then interval '12 hours' else interval '1 day' end) at time zone ${timeZone})`
}

/**
 * The pickup that has taken what was ready `since` then, or else is to take it. No case is bound to a pickup: the first driver
 * who comes takes what waits, and where one is called off the next one does.
 */
export const takenBy = (
  of: 'orders' | 'order_problems' | 'r',
  since: RawBuilder<unknown>,
  { timeZone }: { timeZone: Expression<string> },
) => sql<TakenBy | null>`(
  select json_build_object('date', driven.day, 'shift', driven.shift, 'isDone', driven.status = 'picked_up') from rides driven
  where driven.brand_id = ${sql.table(of)}.brand_id and driven.practice_id = ${sql.table(of)}.practice_id and (
    driven.status = 'picked_up' and ${doneAt('driven', timeZone)} > ${since}
    or driven.status in ('requested', 'confirmed') and driven.day >= (now() at time zone ${timeZone})::date)
  order by driven.status = 'picked_up' desc, driven.day, driven.shift limit 1)`

/** Of a physical order that nobody has begun: a question about it asks for no other impression. */
export const isImpressionAwaited = (order: 'i' | 'orders' | 'sent') => {
  const [status, heldFrom] = ['status', 'held_from'].map(column => sql.ref(`${order}.${column}`))
  return sql<SqlBool>`(${status} = 'registered' or ${status} = 'on_hold' and ${heldFrom} = 'registered')`
}

/** Whether a driver has been there since then; on the days before nobody can have been. */
export const isFetchedSince = (
  of: 'sent',
  since: RawBuilder<unknown>,
  { timeZone }: { timeZone: Expression<string> },
) => sql<SqlBool>`exists (select from rides driven
  where driven.brand_id = ${sql.table(of)}.brand_id and driven.practice_id = ${sql.table(of)}.practice_id
    and driven.status = 'picked_up' and driven.day >= (${since} at time zone ${timeZone})::date
    and ${doneAt('driven', timeZone)} > ${since})`

/** Since the driver before, and of a pickup that is over until then. */
const within = (at: RawBuilder<unknown>) => sql`${at} > taking.since and (taking.until is null or ${at} < taking.until)`

/** By the pickups that take them, or have taken them, in one statement. */
export async function listTakenBy(
  actor: SignedIn,
  ids: readonly string[],
  today: Day,
): Promise<Map<string, PickedUpCase[]>> {
  if (ids.length === 0) return new Map()
  const timeZone = sql`${actor.timeZone}::text`
  const [done, doneBefore] = [doneAt('rides', timeZone), doneAt('before', timeZone)]
  const { rows } = await sql<{ rideId: string; orders: PickedUpCase[] }>`
    select taking.id as "rideId", json_agg(json_build_object('id', o.id, 'code', o.code, 'patientCode', o.patient_code,
        'what', o.what) order by o.code) as orders
    from (
      select rides.brand_id, rides.practice_id, rides.id,
        case rides.status when 'picked_up' then ${done} end as until,
        greatest(least(rides.day, ${today}::date) - ${keptDays}::int, (
          select max(${doneBefore}) from rides before
          where before.brand_id = rides.brand_id and before.practice_id = rides.practice_id
            and before.day > least(rides.day, ${today}::date) - ${keptDays}::int
            and before.status = 'picked_up' and before.id <> rides.id
            and (rides.status <> 'picked_up' or ${doneBefore} < ${done}))) as since
      from rides
      where ${ofActor(actor, 'rides')} and rides.id = any(${ids}::uuid[]) and (
        rides.status = 'picked_up'
        or rides.status in ('requested', 'confirmed') and rides.day >= ${today} and not exists (
          select from rides sooner
          where sooner.brand_id = rides.brand_id and sooner.practice_id = rides.practice_id
            and sooner.status in ('requested', 'confirmed') and sooner.day >= ${today}
            and (sooner.day, sooner.shift) < (rides.day, rides.shift)))
    ) taking
    cross join lateral (
      select * from (
        select i.id, i.code, i.patient_code, 'impression' as what from orders i
        where i.brand_id = taking.brand_id and i.practice_id = taking.practice_id and i.print_type = 'physical'
          and ${within(sql`i.created_at`)}
          and case when taking.until is null then ${isImpressionAwaited('i')}
            -- What had come to the laboratory by another way was not there to be taken.
            else i.status <> 'cancelled' and not exists (
              select from order_events e
              where e.brand_id = i.brand_id and e.order_id = i.id and e.status = 'in_preparation' and e.at < taking.until) end
        union all
        select p.id, p.code, p.patient_code, 'parts' from orders p
        where p.brand_id = taking.brand_id and p.practice_id = taking.practice_id and p.status = 'on_hold'
          and p.hold_answer = 'parts_with_pickup' and ${within(sql`p.hold_answered_at`)}
        union all
        select distinct a.id, a.code, a.patient_code, 'adjustment' from order_problems r
        join orders a on a.brand_id = r.brand_id and a.id = r.order_id
        where r.brand_id = taking.brand_id and r.practice_id = taking.practice_id and r.is_adjustment
          and ${within(sql`r.reported_at`)} and (taking.until is not null or r.settled_at is null)
      ) waiting
      limit ${mostTaken}
    ) o
    group by taking.id`.execute(actor.tx)
  return new Map(rows.map(({ rideId, orders }) => [rideId, orders]))
}

/** For whom each of them is, the work, when the patient comes, and for when an impression's case is promised. */
export async function withPatients(
  user: PracticeUser,
  taken: readonly PickedUpCase[],
): Promise<Omit<LeftCase, 'isTooLate' | 'isDayLost'>[]> {
  if (taken.length === 0) return []
  const rows = await user.tx
    .selectFrom('orders')
    .select([
      'id',
      'patient',
      inLanguage(user.language, 'orders.summary').as('summary'),
      'appointment_at as appointmentDate',
      'delivery_on as deliveryDate',
    ])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where(
      'id',
      'in',
      taken.map(({ id }) => id),
    )
    .execute()
  const known = new Map(rows.map(row => [row.id, row]))
  return taken.flatMap(one => {
    const row = known.get(one.id)
    // What waits for parts has no day that stands, and what goes back to be put right has been delivered.
    return row ? [{ ...one, ...row, deliveryDate: one.what === 'impression' ? row.deliveryDate : null }] : []
  })
}
