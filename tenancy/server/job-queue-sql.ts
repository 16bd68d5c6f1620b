import type { PgBoss } from 'pg-boss'

/** For how long the oldest job of a kind has waited. */
export type Wait = { name: string; seconds: number }

/** Of the queue's own connections, whose role alone may see what is in it; from an index of what is not done yet. */
export async function listLongestWaits(queue: ReturnType<PgBoss['getDb']>): Promise<Wait[]> {
  const { rows } = await queue.executeSql(
    `select name, extract(epoch from now() - min(created_on))::float8 as seconds
     from pgboss.job where state < 'active' and not blocked group by name`,
  )
  return rows
}
