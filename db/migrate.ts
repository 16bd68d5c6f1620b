import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { OldSecret } from '#kit/server/keys.ts'
import { Refusal } from '#kit/server/refusal.ts'
import { asOwner } from './owner.ts'
import { admitSecret, type GivenSecrets } from './signing-key.ts'

const ourMigrations = new URL('./migrations/', import.meta.url)

/**
 * Who reads while a migration waits for its table waits behind it: it gives way after half a second, lets them through
 * and tries again, with pauses that grow to three seconds. A quarter of a minute in all.
 */
export const patience = { lockTimeout: 500, tries: 10, firstPause: 100, longestPause: 3_000 }

/**
 * Brings the database up to this release, as the owner, and hands it the key with which the API signs. Tells which
 * secret is still good beside the given one, where one is.
 */
export function migrate({ ownerUrl, ...secrets }: { ownerUrl: string } & GivenSecrets): Promise<OldSecret | undefined> {
  return asOwner(ownerUrl, async client => {
    await refuseUnfit(client)
    await applyMigrations(client)
    return admitSecret(client, secrets)
  })
}

async function refuseUnfit(client: pg.Client) {
  const { rows } = await client.query<{ version: number; role: string; is_strong: boolean }>(
    `select current_setting('server_version_num')::int as version, quote_ident(rolname) as role,
       rolsuper or rolbypassrls as is_strong
     from pg_roles where rolname = current_user`,
  )
  for (const { version, role, is_strong } of rows) {
    if (isTooOld(version)) {
      throw new Refusal(
        `PostgreSQL ${Math.floor(version / 10_000)} is too old: expected 15 or later, of which 15 and 18 are tried.`,
      )
    }
    if (is_strong) {
      throw new Refusal(
        `The role ${role}, as which the database is migrated, is a superuser or goes round every policy: expected arcade_owner, which is neither.`,
      )
    }
  }
}

/** As PostgreSQL counts: 150018 is 15.18. */
export const isTooOld = (version: number) => version < 150_000

/**
 * Applies every `NNNN_*.sql` of the folder not yet applied, each in its own transaction. History is not rewritten: a file
 * that was changed after it ran is refused, and so is a database that knows more than this release.
 */
export async function applyMigrations(
  client: pg.Client,
  { folder, ...waits }: { folder: URL } & typeof patience = { folder: ourMigrations, ...patience },
): Promise<void> {
  await client.query('create schema if not exists migration')
  await client.query(`create table if not exists migration.applied (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const applied = new Map(
    (
      await client.query<{ name: string; checksum: string }>(
        'select name, checksum from migration.applied order by name',
      )
    ).rows.map(row => [row.name, row.checksum]),
  )
  const names = (await readdir(fileURLToPath(folder))).filter(file => file.endsWith('.sql')).sort()
  const unknown = [...applied.keys()].findLast(name => !names.includes(name))
  if (unknown) {
    throw new Refusal(`The database belongs to a newer release, which knows the migration ${unknown}: start that one.`)
  }
  for (const name of names) {
    const sql = await readFile(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const before = applied.get(name)
    if (before === checksum) continue
    if (before) throw new Refusal(`The migration ${name} was changed after it ran: add a new one instead.`)
    await applyPatiently(client, { name, sql, checksum }, waits)
  }
}

type Migration = { name: string; sql: string; checksum: string }

async function applyPatiently(client: pg.Client, migration: Migration, waits: typeof patience) {
  const { name } = migration
  for (let tried = 1; ; tried++) {
    const failure = await apply(client, migration, waits.lockTimeout)
    if (!failure) return
    const isInUse = failure.code === '55P03' || failure.code === '40P01'
    if (!isInUse) throw new Refusal(`The migration ${name} failed and left nothing behind: ${reasonOf(failure)}.`)
    if (tried === waits.tries) {
      throw new Refusal(
        `The migration ${name} found its tables in use ${tried} times and left nothing behind: see in pg_stat_activity who holds them, and start again.`,
      )
    }
    await sleep(Math.min(waits.firstPause * 2 ** (tried - 1), waits.longestPause))
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration, lockTimeout: number) {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeout}`)
    await client.query(sql)
    await client.query('insert into migration.applied (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
    return undefined
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    await client.query('rollback')
    return error
  }
}

/** What is wrong with a statement is named by it; what is wrong with rows would be told with what they hold. */
const reasonOf = ({ code = '', message, table, constraint }: pg.DatabaseError) =>
  code.startsWith('42') ? message : [code, table, constraint].filter(Boolean).join(' ')
