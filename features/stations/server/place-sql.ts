import { sql } from 'kysely'
import type { Place } from '#features/cases/staff-contract.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import type { Slots } from '#tenancy/server/statement.ts'

/**
 * The place of each case of `orders`. All open visits are read once per statement, as many as there are stations: looked up
 * per case, PostgreSQL chose another index, and a full board took half as long again.
 */
export const placeOfCase = ($: Slots<Staff>) =>
  sql<Place | null>`(
  select jsonb_object_agg(visiting.order_id, jsonb_build_object('name', stations.name,
    'since', ${instant('visiting.began_at')}))
  from station_visits visiting join stations on stations.brand_id = visiting.brand_id and stations.id = visiting.station_id
  where visiting.brand_id = ${$.brandId} and visiting.ended_at is null) -> orders.id::text`
