import { sql } from 'kysely'

/** A moment within JSON, where PostgreSQL writes it in another way than elsewhere; on the wire there is one. */
export const instant = <At extends string | null = string>(column: string) =>
  sql<At>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
