import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { mostHours } from '../rules.ts'

/** One scan of a laboratory at a time, until the transaction ends. */
export const lockStations = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`stations/${brandId}`}, 0))`.execute(tx)

export const listStations = ({ tx, brandId }: Staff) =>
  tx.selectFrom('stations').select(['id', 'name']).where('brand_id', '=', brandId).orderBy('name').execute()

export const insertStation = ({ tx, brandId }: Staff, name: string) =>
  tx.insertInto('stations').values({ brand_id: brandId, name }).returning(['id', 'name']).executeTakeFirstOrThrow()

/** What is at this place, and where this case is. */
export const listOpenVisits = (
  { tx, brandId }: Staff,
  { stationId, orderId }: { stationId: string; orderId: string },
) =>
  tx
    .selectFrom('station_visits as v')
    .innerJoin('orders as o', join => join.onRef('o.brand_id', '=', 'v.brand_id').onRef('o.id', '=', 'v.order_id'))
    .select(['v.id', 'v.station_id as stationId', 'v.order_id as orderId', 'v.began_at as beganAt', 'o.code'])
    .where('v.brand_id', '=', brandId)
    .where('v.ended_at', 'is', null)
    .where(eb => eb.or([eb('v.station_id', '=', stationId), eb('v.order_id', '=', orderId)]))
    .execute()

export const findLastVisit = ({ tx, brandId }: Staff, orderId: string) =>
  tx
    .selectFrom('station_visits')
    .select(['station_id as stationId', 'began_at as beganAt', 'ended_at as endedAt'])
    .where('brand_id', '=', brandId)
    .where('order_id', '=', orderId)
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function endVisits({ tx, brandId }: Staff, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('station_visits')
    .set({ ended_at: at })
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute()
}

export async function insertVisit(
  { tx, brandId }: Staff,
  { stationId, orderId }: { stationId: string; orderId: string },
  at: string,
): Promise<void> {
  await tx
    .insertInto('station_visits')
    .values({ brand_id: brandId, station_id: stationId, order_id: orderId, began_at: at })
    .execute()
}

/** By the clock that all processes share. */
export async function clockNow({ tx }: Staff): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(tx)
  if (!rows[0]) throw new Error('A clock has no time.')
  return rows[0].now
}

/** Half of the cases took no longer than this, at a place and of a product; null: of several products, which share the time. */
export async function listTimes({ tx, brandId, language, timeZone }: Staff, { from, to }: { from: Day; to: Day }) {
  const { rows } = await sql<{
    station: string
    reference: string | null
    product: string | null
    cases: number
    minutes: number
    minutesEach: number
  }>`
    with spent as (
      select v.station_id, v.order_id, sum(extract(epoch from v.ended_at - v.began_at) / 60) as minutes
      from station_visits v
      where v.brand_id = ${brandId} and v.ended_at - v.began_at <= make_interval(hours => ${mostHours})
        and v.began_at >= (${from}::date::timestamp at time zone ${timeZone})
        and v.began_at < ((${to}::date + 1)::timestamp at time zone ${timeZone})
      group by v.station_id, v.order_id),
    made as (
      select spent.station_id, spent.minutes, of_case.elements,
        case when of_case.products = 1 then of_case.reference end as reference,
        case when of_case.products = 1 then of_case.label end as label
      from spent cross join lateral (
        select count(distinct p.reference) as products, min(p.reference) as reference,
          min(case when ${language} = 'fr' then p.label_fr else p.label_en end) as label, sum(p.quantity) as elements
        from order_products p where p.brand_id = ${brandId} and p.order_id = spent.order_id) of_case)
    select s.name as station, made.reference, min(made.label) as product, count(*)::integer as cases,
      round(percentile_cont(0.5) within group (order by made.minutes)::numeric, 1)::float8 as minutes,
      round(percentile_cont(0.5) within group (order by made.minutes / greatest(made.elements, 1))::numeric, 1)::float8 as "minutesEach"
    from made join stations s on s.brand_id = ${brandId} and s.id = made.station_id
    group by s.id, s.name, made.reference
    order by s.name, made.reference is null, count(*) desc, min(made.label)`.execute(tx)
  return rows
}
