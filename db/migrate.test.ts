import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { testSecret } from '#test/harness.ts'
import { applyMigrations, isTooOld, migrate, patience } from './migrate.ts'

const { adminUrl, ownerUrl } = inject('database')
const own = `migrated_${randomBytes(4).toString('hex')}`
const at = (url: string, name = own) => Object.assign(new URL(url), { pathname: name }).href
const admin = new pg.Client({ connectionString: adminUrl })
const folder = mkdtempSync(join(tmpdir(), 'arcade-migrations-'))
const release = { folder: pathToFileURL(`${folder}/`), ...patience }
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
let client: pg.Client

beforeAll(() => admin.connect())
afterAll(async () => {
  await admin.end()
  rmSync(folder, { recursive: true })
})
async function connected(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: at(ownerUrl) })
  one.on('error', () => undefined)
  await one.connect()
  return one
}

describe('a migration', () => {
  beforeEach(async () => {
    await admin.query(`create database ${own} owner arcade_owner`)
    client = await connected()
    write('0001_first.sql', 'create table things (id int primary key, name text)')
    await applyMigrations(client, release)
  })
  afterEach(async () => {
    await client.end()
    await admin.query(`drop database ${own} with (force)`)
    for (const name of ['0001_first.sql', '0002_second.sql']) rmSync(join(folder, name), { force: true })
  })

  it('waits for a table in use without keeping others from it, and goes on once it is free', async () => {
    write('0002_second.sql', 'alter table things add column note text')
    const [holder, reader] = [await connected(), await connected()]
    await holder.query('begin')
    await holder.query('select * from things')
    let isDone = false
    const migrated = applyMigrations(client, release).finally(() => {
      isDone = true
    })
    setTimeout(() => void holder.query('commit'), 2_500)

    const waits: number[] = []
    while (!isDone) {
      const askedAt = performance.now()
      await reader.query('select count(*) from things')
      waits.push(performance.now() - askedAt)
      await pause(5)
    }
    await migrated
    expect(Math.max(...waits), 'somebody did wait').toBeGreaterThan(100)
    expect(Math.max(...waits)).toBeLessThan(1_000)
    await reader.query('select note from things')
    await Promise.all([holder.end(), reader.end()])
  })

  it('gives up on a table that stays in use, in one sentence', async () => {
    write('0002_second.sql', 'create table others (); alter table things add column note text')
    const holder = await connected()
    await holder.query('begin')
    await holder.query('select * from things')
    const impatient = { ...release, lockTimeout: 20, longestPause: 20 }
    await expect(applyMigrations(client, impatient)).rejects.toMatchObject({
      name: 'Refusal',
      message:
        'The migration 0002_second.sql found its tables in use 10 times and left nothing behind: see in pg_stat_activity who holds them, and start again.',
    })
    await holder.end()
    await expect(client.query('select from others')).rejects.toMatchObject({ code: '42P01' })
  })

  it.each([
    ['create tabel others ()', 'syntax error at or near "tabel"'],
    ['alter table nothings add column note text', 'relation "nothings" does not exist'],
    [
      "insert into things values (1, 'Perrault'); alter table things add constraint things__short check (length(name) < 5)",
      '23514 things things__short',
    ],
    ["insert into things select 1, 'Perrault' where 'Perrault'::uuid is not null", '22P02'],
  ])('that fails says so without what it found in the rows: %s', async (sql, reason) => {
    write('0002_second.sql', `create table others (); ${sql}`)
    await expect(applyMigrations(client, release)).rejects.toMatchObject({
      name: 'Refusal',
      message: `The migration 0002_second.sql failed and left nothing behind: ${reason}.`,
    })
    await expect(client.query('select from others')).rejects.toMatchObject({ code: '42P01' })
  })

  it('that was changed after it ran is refused in one sentence', async () => {
    write('0001_first.sql', 'create table things (id bigint primary key)')
    await expect(applyMigrations(client, release)).rejects.toMatchObject({
      name: 'Refusal',
      message: 'The migration 0001_first.sql was changed after it ran: add a new one instead.',
    })
  })

  it('an old release does not start on the schema of a newer one', async () => {
    write('0002_second.sql', 'alter table things add column note text')
    await applyMigrations(client, release)
    rmSync(join(folder, '0002_second.sql'))
    await expect(applyMigrations(client, release)).rejects.toMatchObject({
      name: 'Refusal',
      message: 'The database belongs to a newer release, which knows the migration 0002_second.sql: start that one.',
    })
  })
})

it('any number of processes migrate one database at once', async () => {
  const name = `${own}_shared`
  await admin.query(`create database ${name} owner arcade_owner`)
  await Promise.all([1, 2, 3].map(() => migrate({ ownerUrl: at(ownerUrl, name), appSecret: testSecret })))
  await admin.query(`drop database ${name}`)
})

it('does not migrate as a superuser, who would own what the policies are to hold', async () => {
  await expect(migrate({ ownerUrl: at(adminUrl, 'arcade'), appSecret: testSecret })).rejects.toMatchObject({
    name: 'Refusal',
    message:
      'The role postgres, as which the database is migrated, is a superuser or goes round every policy: expected arcade_owner, which is neither.',
  })
})

it.each([
  [140_020, true],
  [150_000, false],
  [180_004, false],
])('of PostgreSQL’s versions, %i is too old: %s', (version, tooOld) => {
  expect(isTooOld(version)).toBe(tooOld)
})
