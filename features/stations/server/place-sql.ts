import { sql } from 'kysely'
import type { Place } from '#features/cases/staff-contract.ts'

/** Where a case is, as `orders`: by an index that holds nothing but what is somewhere at the moment. */
export const placeOfCase = sql<Place | null>`(
  select json_build_object('name', stations.name,
    'since', to_char(visiting.began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from station_visits visiting join stations on stations.brand_id = visiting.brand_id and stations.id = visiting.station_id
  where visiting.brand_id = orders.brand_id and visiting.order_id = orders.id and visiting.ended_at is null)`
