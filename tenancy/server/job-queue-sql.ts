import type { PgBoss } from 'pg-boss'

/** How long the oldest job of a kind has waited, in seconds. */
export type Wait = { name: string; seconds: number }

/** Uses the queue's own connections, whose role alone can read its tables; served by an index of unfinished jobs. */
export async function listLongestWaits(queue: ReturnType<PgBoss['getDb']>): Promise<Wait[]> {
  const { rows } = await queue.executeSql(
    `select name, extract(epoch from now() - min(created_on))::float8 as seconds
     from pgboss.job where state < 'active' and not blocked group by name`,
  )
  return rows
}
