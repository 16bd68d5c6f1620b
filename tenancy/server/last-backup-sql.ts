import type pg from 'pg'
import type { LastBackup } from '#kit/server/metrics.ts'

/** The last backup of the whole installation, not of one laboratory. */
export async function readLastBackup(pool: pg.Pool): Promise<LastBackup> {
  const { rows } = await pool.query<{ seconds: number; backup_lacks: number }>(
    `select extract(epoch from coalesce(backed_up_at, begun_at))::float8 as seconds, backup_lacks from tenant.installation`,
  )
  const [{ seconds, backup_lacks } = { seconds: 0, backup_lacks: 0 }] = rows
  return { at: new Date(seconds * 1_000), lackingFiles: backup_lacks }
}
