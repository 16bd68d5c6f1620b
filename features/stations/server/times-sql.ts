import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { mostHours } from '../rules.ts'

/** The median time per station and product; null for cases with several products, which share the time. */
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
