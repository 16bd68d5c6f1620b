import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayInZone } from '#kit/day.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { LeftCase, PickedUpCase, TakenBy } from '../contract.ts'
import { isComing } from './to-come-sql.ts'

/** Days that an impression may wait for the driver. */
const keptDays = 60
const mostTaken = 100

/**
 * When the driver was there: the time of marking, or the end of the slot's day if it was marked later or without a time.
 * Orders after that waited for the next pickup.
 */
const doneAt = (ride: 'rides' | 'before' | 'driven', timeZone: RawBuilder<unknown> | Expression<unknown>) => {
  const [at, day, shift] = ['status_at', 'day', 'shift'].map(column => sql.ref(`${ride}.${column}`))
  return sql`least(${at}, (${day} + case when ${at} is null and ${shift} = 'AM' then interval '12 hours' else interval '1 day' end) at time zone ${timeZone})`
}

/**
 * The pickup that has taken what was ready at `since`, or will take it. No case is bound to a pickup: the first driver takes
 * what waits, and if one is cancelled the next one does.
 */
export const takenBy = (
  of: 'orders' | 'order_problems' | 'r',
  since: RawBuilder<unknown>,
  { timeZone }: { timeZone: Expression<string> },
) => sql<TakenBy | null>`(
  select json_build_object('date', driven.day, 'shift', driven.shift, 'isDone', driven.status = 'picked_up') from rides driven
  where driven.brand_id = ${sql.table(of)}.brand_id and driven.practice_id = ${sql.table(of)}.practice_id and (
    driven.status = 'picked_up' and ${doneAt('driven', timeZone)} > ${since}
    or ${isComing('driven', { now: sql`now()`, timeZone })})
  order by driven.status = 'picked_up' desc, driven.day, driven.shift limit 1)`

/** A physical order that is not begun; a question about it does not change that, since no other impression is requested. */
export const isImpressionAwaited = (order: 'i' | 'orders' | 'sent') => {
  const [status, heldFrom] = ['status', 'held_from'].map(column => sql.ref(`${order}.${column}`))
  return sql<SqlBool>`(${status} = 'registered' or ${status} = 'on_hold' and ${heldFrom} = 'registered')`
}

/** Whether a driver has come since; earlier days are excluded to keep the search short. */
export const isFetchedSince = (
  of: 'sent',
  since: RawBuilder<unknown>,
  { timeZone }: { timeZone: Expression<string> },
) => sql<SqlBool>`exists (select from rides driven
  where driven.brand_id = ${sql.table(of)}.brand_id and driven.practice_id = ${sql.table(of)}.practice_id
    and driven.status = 'picked_up' and driven.day >= (${since} at time zone ${timeZone})::date
    and ${doneAt('driven', timeZone)} > ${since})`

/** Ready after the driver before, and for a past pickup before its own time. */
const within = (at: RawBuilder<unknown>) => sql`${at} > taking.since and (taking.until is null or ${at} < taking.until)`

/** The cases per pickup that takes or has taken them, in one statement. */
export async function listTakenBy(
  actor: SignedIn,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, PickedUpCase[]>> {
  if (ids.length === 0) return new Map()
  const today = dayInZone(now, actor.timeZone)
  const timeZone = sql`${actor.timeZone}::text`
  const clock = { now: sql`${now.toISOString()}::timestamptz`, timeZone }
  // A driver who is late still fetches what waited for the half day that is over.
  const isNext =
    actor.kind === 'practice'
      ? isComing('rides', clock)
      : sql<SqlBool>`rides.status in ('requested', 'confirmed') and rides.day >= ${today}`
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
        or ${isNext} and not exists (
          select from rides sooner
          where sooner.brand_id = rides.brand_id and sooner.practice_id = rides.practice_id
            and ${isComing('sooner', clock)} and (sooner.day, sooner.shift) < (rides.day, rides.shift)))
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

/** Adds patient, work, appointment and, for impressions, the promised day. */
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
    // A case that waits for parts has no valid day, and a piece to be adjusted has been delivered.
    return row ? [{ ...one, ...row, deliveryDate: one.what === 'impression' ? row.deliveryDate : null }] : []
  })
}
