import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { OldSecret } from '#kit/server/keys.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { asOwner } from './owner.ts'
import { admitSecret, type GivenSecrets } from './signing-key.ts'
import { lockTables } from './table-locks.ts'

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
export function migrate({
  ownerUrl,
  place = 'this database',
  ...secrets
}: { ownerUrl: string; place?: string } & GivenSecrets): Promise<OldSecret | undefined> {
  return asOwner(ownerUrl, async client => {
    await refuseUnfit(client)
    await refuseEarlierCheckout(client, place)
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
      throw new OperatorError(
        `PostgreSQL ${Math.floor(version / 10_000)} is too old: expected 15 or later, of which 15 and 18 are tried.`,
      )
    }
    if (is_strong) {
      throw new OperatorError(
        `The role ${role}, as which the database is migrated, is a superuser or goes round every policy: expected arcade_owner, which is neither.`,
      )
    }
  }
}

/** Before the first release the migrations were written anew, one a subject; what the earlier ones made began with this. */
const firstOfEarlierCheckouts = '0001_tenant_context.sql'

async function refuseEarlierCheckout(client: pg.Client, place: string) {
  const { rows } = await client.query<{ is_kept: boolean }>(
    `select to_regclass('migration.applied') is not null as is_kept`,
  )
  if (!rows[0]?.is_kept) return
  const { rowCount } = await client.query('select from migration.applied where name = $1', [firstOfEarlierCheckouts])
  if (rowCount) {
    throw new OperatorError(
      `The data in ${place} was made by an earlier checkout, whose migrations were written anew since: delete it and start again.`,
    )
  }
}

/** As PostgreSQL counts: 150018 is 15.18. */
export const isTooOld = (version: number) => version < 150_000

/**
 * Applies every `NNNN_*.sql` of the folder not yet applied, each in its own transaction. History is not rewritten: a file
 * that was changed after it ran is refused, and one whose number comes before those that ran, since nobody ever tried them
 * in that order. A database that knows more than this release is served, so that one can go back,
 * unless a migration has taken away what this release works with: it says so (`-- needs NNNN_name.sql`), and every release
 * that does not know the one it names is refused.
 */
export async function applyMigrations(
  client: pg.Client,
  { folder, ...waits }: { folder: URL } & typeof patience = { folder: ourMigrations, ...patience },
): Promise<void> {
  await client.query('create schema if not exists migration')
  await client.query(`create table if not exists migration.applied (
    name text primary key, checksum text not null, needs text, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string; needs: string | null }>(
    'select name, checksum, needs from migration.applied order by name',
  )
  const applied = new Map(rows.map(row => [row.name, row.checksum]))
  const last = [...applied.keys()].sort().at(-1)
  const names = (await readdir(fileURLToPath(folder))).filter(file => file.endsWith('.sql')).sort()
  for (const { name, needs } of rows) {
    if (names.includes(name) || !needs || names.includes(needs)) continue
    throw new OperatorError(
      `The database belongs to a newer release: its migration ${name} is for releases that know ${needs}. Start one of those.`,
    )
  }
  for (const name of names) {
    const sql = await readFile(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const before = applied.get(name)
    if (before === checksum) continue
    if (before) throw new OperatorError(`The migration ${name} was changed after it ran: add a new one instead.`)
    if (last && name < last) {
      throw new OperatorError(
        `The migration ${name} comes before ${last}, which has run: give it a number after that one.`,
      )
    }
    const needs = /^-- needs (\d{4}_\w+\.sql)$/m.exec(sql)?.[1]
    await applyPatiently(client, { name, sql, checksum, needs: needs ?? null }, waits)
  }
}

type Migration = { name: string; sql: string; checksum: string; needs: string | null }

async function applyPatiently(client: pg.Client, migration: Migration, waits: typeof patience) {
  const { name } = migration
  const end = isAlone(migration) ? 'is tried again at the next start' : 'left nothing behind'
  for (let tried = 1; ; tried++) {
    const failure = await apply(client, migration, waits.lockTimeout)
    if (!failure) return
    const isInUse = failure.code === '55P03' || failure.code === '40P01'
    // No fault of the migration's: the start has a sentence for it.
    if (failure.code === '53100') throw failure
    if (!isInUse) throw new OperatorError(`The migration ${name} failed and ${end}: ${reasonOf(failure)}.`)
    if (tried === waits.tries) {
      throw new OperatorError(
        `The migration ${name} found its tables in use ${tried} times and ${end}: a backup that is being written is one reason, and pg_stat_activity says who else holds them. Start again.`,
      )
    }
    await sleep(Math.min(waits.firstPause * 2 ** (tried - 1), waits.longestPause))
  }
}

/** One statement that PostgreSQL lets no transaction have: an index is built, or dropped, beside those who write. */
const isAlone = ({ sql }: Migration) => sql.startsWith('-- no transaction\n')

async function apply(client: pg.Client, migration: Migration, lockTimeout: number) {
  try {
    if (isAlone(migration)) {
      await dropHalfBuilt(client, migration.sql)
      await client.query(migration.sql)
      await note(client, migration)
      return undefined
    }
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeout}`)
    await lockTables(client, migration.sql)
    await client.query(migration.sql)
    await note(client, migration)
    await client.query('commit')
    return undefined
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (!isAlone(migration)) await client.query('rollback')
    return error
  }
}

const note = (client: pg.Client, { name, checksum, needs }: Migration) =>
  client.query('insert into migration.applied (name, checksum, needs) values ($1, $2, $3)', [name, checksum, needs])

/** What is left of an index whose building was cut short serves nobody, and `if not exists` would take it for built. */
async function dropHalfBuilt(client: pg.Client, sql: string) {
  const name = /\bindex concurrently if not exists (\w+)/i.exec(sql)?.[1]
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop index concurrently %s', indexrelid::regclass) as statement
     from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [name],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** What is wrong with a statement is named by it; what is wrong with rows would be told with what they hold. */
const reasonOf = ({ code = '', message, table, constraint }: pg.DatabaseError) =>
  code.startsWith('42') ? message : [code, table, constraint].filter(Boolean).join(' ')
