import { sql } from 'kysely'
import type { Place } from '#features/cases/staff-contract.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import type { Slots } from '#tenancy/server/statement.ts'

/**
 * Where a case is, as `orders`. All that is somewhere is read once for a statement, which is as much as there are places: looked
 * for case by case, PostgreSQL took another index than that of cases, and a full board came half as slowly again.
 */
export const placeOfCase = ($: Slots<Staff>) =>
  sql<Place | null>`(
  select jsonb_object_agg(visiting.order_id, jsonb_build_object('name', stations.name,
    'since', ${instant('visiting.began_at')}))
  from station_visits visiting join stations on stations.brand_id = visiting.brand_id and stations.id = visiting.station_id
  where visiting.brand_id = ${$.brandId} and visiting.ended_at is null) -> orders.id::text`
