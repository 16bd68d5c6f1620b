import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { Database } from '#tenancy/server/database.ts'
import { testSecret } from '#test/harness.ts'
import { makeWith } from '#test/make.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { applyMigrations, patience } from './migrate.ts'
import { tenantKey } from './signing-key.ts'
import { lockTables } from './table-locks.ts'

const ours = new URL('./migrations/', import.meta.url)
let own: OwnDatabase
let client: pg.Client

beforeAll(async () => {
  own = await makeOwnDatabase()
  client = new pg.Client({ connectionString: own.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await own.drop()
})

it('tables are altered in whatever order while people open their sessions, and nobody crosses them', async () => {
  const owner = new pg.Pool({ connectionString: own.ownerUrl, max: 1 })
  const make = makeWith(owner)
  const laboratory = await make.laboratory()
  const user = await make.user(await make.practice(laboratory))
  const sessionId = await make.within(laboratory.id, async within => {
    const { rows } = await within.query<{ id: string }>(
      'insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id',
      [laboratory.id, user.id, randomBytes(32)],
    )
    return String(rows[0]?.id)
  })
  await owner.end()
  const folder = mkdtempSync(join(tmpdir(), 'arcade-locks-'))
  cpSync(ours, folder, { recursive: true })
  // Sessions are opened with sessions, users and brands in this order, sign-ins with brands before users.
  for (const [place, tables] of [
    ['brands', 'users'],
    ['users', 'brands'],
    ['brands', 'users', 'sessions', 'brand_hosts'],
    ['practices', 'orders'],
    ['orders', 'practices'],
    ['brands', 'users'],
  ].entries()) {
    const altering = tables.map(table => `alter table ${table} add column tried_${place} text;`)
    writeFileSync(join(folder, `999${place}_altering.sql`), altering.join('\n'))
  }
  const database = new Database({
    url: own.appUrl,
    tenantKey: tenantKey(testSecret),
    connections: 20,
    onIdleError: () => undefined,
  })
  let isOver = false
  let opened = 0
  const crossed: unknown[] = []
  async function readOnce(turn: number) {
    const openSession = { for: 'session', host: laboratory.host, brandId: laboratory.id, sessionId } as const
    await database.withTenant(openSession, 'read', async tx => {
      await tx
        .selectFrom(turn % 2 === 0 ? 'orders' : 'practices')
        .select('id')
        .execute()
      await tx
        .selectFrom(turn % 2 === 0 ? 'practices' : 'orders')
        .select('id')
        .execute()
    })
    await database.withTenant({ for: 'laboratory', host: laboratory.host }, 'read', tx =>
      tx.selectFrom('users').select('id').execute(),
    )
    opened++
  }
  async function read(turn: number) {
    while (!isOver) {
      await readOnce(turn).catch(error => {
        // On a busy machine somebody may have waited too long; whoever broke a deadlock is told of a conflict.
        if (error.code !== 'unavailable') crossed.push(error)
      })
    }
  }
  const reading = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(read))
  try {
    await expect.poll(() => opened, { timeout: 20_000 }).toBeGreaterThan(20)
    // Longer than PostgreSQL takes to see a deadlock: whoever is crossed is told.
    await applyMigrations(client, { folder: pathToFileURL(`${folder}/`), ...patience, lockTimeout: 20_000, tries: 1 })
  } finally {
    isOver = true
    await reading
    await database.close()
    rmSync(folder, { recursive: true })
  }
  expect(crossed).toEqual([])
  const { rowCount } = await client.query(`select from migration.applied where name like '999_\\_altering.sql'`)
  expect(rowCount).toBe(6)
})

/** Of the tables that were there before, in whose way this transaction stands, and how much. */
const held = async (): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ name: string; most: number }>(
    `select relation::regclass::text as name,
       max(case mode when 'AccessExclusiveLock' then 2 when 'ShareRowExclusiveLock' then 1 end) as most
     from pg_locks where pid = pg_backend_pid() and mode in ('AccessExclusiveLock', 'ShareRowExclusiveLock')
       and relation in (select oid from there)
     group by 1`,
  )
  return new Map(rows.map(({ name, most }) => [name, most]))
}

it('what our migrations lock was locked before their first statement', async () => {
  const name = `locks_${randomBytes(4).toString('hex')}`
  const { adminUrl, ownerUrl } = inject('database')
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} owner arcade_owner`)
  const empty = client
  client = new pg.Client({ connectionString: Object.assign(new URL(ownerUrl), { pathname: name }).href })
  await client.connect()
  const late: string[] = []
  await client.query('create temporary table there (oid oid)')
  for (const file of readdirSync(ours).sort()) {
    const sql = readFileSync(new URL(file, ours), 'utf8')
    if (sql.startsWith('-- no transaction\n')) {
      await client.query(sql)
      continue
    }
    await client.query(`delete from there`)
    await client.query(`insert into there select oid from pg_class
      where relkind in ('r', 'p') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`)
    await client.query('begin')
    await lockTables(client, sql)
    const before = await held()
    await client.query(sql)
    for (const [table, most] of await held()) if ((before.get(table) ?? 0) < most) late.push(`${file} ${table}`)
    await client.query('commit')
  }
  await client.end()
  client = empty
  await admin.query(`drop database ${name}`)
  await admin.end()
  expect(late).toEqual([])
})

it.each<[string, Record<string, number>]>([
  ['alter table brands validate constraint brands__patient_names_kept_months;', {}],
  ['create table visits (user_id uuid references users (id))', { users: 1 }],
  ['alter table brands add column seen text; -- alter table users', { brands: 2 }],
  ['drop index users__login; create trigger one after update of email on users', { users: 2 }],
  ['drop trigger one on users; drop policy two on brands', { brands: 2, users: 2, 'tenant.signing_key': 2 }],
])('a migration locks at its head what it alters, and no more: %s', async (sql, expected) => {
  await client.query('begin')
  await client.query(`create temporary table there on commit drop as select oid from pg_class where relkind = 'r'`)
  await lockTables(client, sql)
  expect(Object.fromEntries(await held())).toEqual(expected)
  await client.query('rollback')
})

it('what a function puts together while it runs is no table of the migration, for PostgreSQL 15 refuses half a name', async () => {
  const asked: unknown[] = []
  const listened = {
    query(text: string, values?: unknown[]) {
      asked.push(values)
      return client.query(text, values)
    },
  }
  const sql =
    "do $$ begin execute format('drop table if exists pgboss.%I', 'job'); end $$; drop index if exists orders.;"
  await lockTables(listened as unknown as pg.Client, `${sql} alter table nowhere.at_all add column more text;`)
  expect(asked[0]).toEqual([['nowhere.at_all'], [], 'tenant.signing_key'])
})
