import { type Expression, type SqlBool, sql } from 'kysely'
import type { CaseLink } from '../contract.ts'

type InstantColumn =
  | 'order_events.at'
  | 'order_problems.reported_at'
  | 'order_problems.answered_at'
  | 'order_requests.asked_at'
  | 'order_requests.decided_at'

/** In JSON PostgreSQL writes instants in another way than elsewhere; on the wire there is one. */
export const instant = <At extends string | null = string>(column: InstantColumn) =>
  sql<At>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Another case, to go to. */
export const linked = (condition: Expression<SqlBool>) => sql<CaseLink | null>`(
  select json_build_object('id', linked.id, 'code', linked.code) from orders linked
  where linked.brand_id = orders.brand_id and ${condition})`
