import { sql } from 'kysely'

/** Formats a timestamp within JSON as everywhere else on the wire; PostgreSQL's own JSON format differs. */
export const instant = <At extends string | null = string>(column: string) =>
  sql<At>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
