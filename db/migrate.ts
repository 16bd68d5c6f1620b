import { createHash, hkdfSync } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)

/** Any number of processes may start at once: one migrates, the others wait for it. */
const migrationLock = 7_242_116

/**
 * Applies every `migrations/NNNN_*.sql` not yet applied, each in its own transaction, as the owner, and hands the
 * database the key with which the API signs. A file that was changed after it ran stops the start: history is not
 * rewritten.
 */
export async function migrate({ ownerUrl, appSecret }: { ownerUrl: string; appSecret: string }): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c lock_timeout=5000' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('create schema if not exists migration')
    await client.query(`create table if not exists migration.applied (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from migration.applied')).rows.map(
        row => [row.name, row.checksum],
      ),
    )
    for (const name of (await readdir(fileURLToPath(folder))).filter(file => file.endsWith('.sql')).sort()) {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const before = applied.get(name)
      if (before === checksum) continue
      if (before) throw new Error(`Migration ${name} was changed after it ran: add a new one instead.`)
      await apply(client, name, sql, checksum)
    }
    await writeSigningKey(client, appSecret)
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, sql: string, checksum: string) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migration.applied (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

async function writeSigningKey(client: pg.Client, appSecret: string) {
  const { inner, outer } = hmacPads(tenantKey(appSecret))
  await client.query(
    `insert into tenant.signing_key (inner_pad, outer_pad) values ($1, $2)
     on conflict (only_row) do update set inner_pad = excluded.inner_pad, outer_pad = excluded.outer_pad
     where (tenant.signing_key.inner_pad, tenant.signing_key.outer_pad) is distinct from (excluded.inner_pad, excluded.outer_pad)`,
    [inner, outer],
  )
}

/** Key of the signed tenant context: one of several drawn from APP_SECRET, so that none reveals another. */
export const tenantKey = (appSecret: string) =>
  Buffer.from(hkdfSync('sha256', appSecret, '', 'arcade tenant context', 32))

/** PostgreSQL has sha256 but no HMAC without an extension; with the padded keys at hand it is two calls (RFC 2104). */
function hmacPads(key: Buffer) {
  const padded = Buffer.alloc(64)
  key.copy(padded)
  return { inner: padded.map(byte => byte ^ 0x36), outer: padded.map(byte => byte ^ 0x5c) }
}
