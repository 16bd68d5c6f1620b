import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { explainStart } from '#app/server/start-failure.ts'
import { testSecret } from '#test/harness.ts'
import { applyMigrations, isTooOld, migrate, patience } from './migrate.ts'
import { asOwner } from './owner.ts'

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
    const [holder, reader, watcher] = [await connected(), await connected(), await connected()]
    await holder.query('begin')
    await holder.query('select * from things')
    const migrated = applyMigrations(client, release)
    const waits =
      "select from pg_locks where relation = 'things'::regclass and mode = 'AccessExclusiveLock' and not granted"
    // Not by the clock: whoever reads stands behind it, and is answered while the table is still in use. It comes again.
    for (const _ of [1, 2]) {
      await expect.poll(async () => (await watcher.query(waits)).rowCount, { interval: 5 }).toBe(1)
      await reader.query('select count(*) from things')
    }
    await holder.query('commit')
    await migrated
    await reader.query('select note from things')
    await Promise.all([holder.end(), reader.end(), watcher.end()])
  })

  it('gives up on a table that stays in use, in one sentence', async () => {
    write('0002_second.sql', 'create table others (); alter table things add column note text')
    const holder = await connected()
    await holder.query('begin')
    await holder.query('select * from things')
    const impatient = { ...release, lockTimeout: 20, longestPause: 20 }
    await expect(applyMigrations(client, impatient)).rejects.toMatchObject({
      name: 'OperatorError',
      message:
        'The migration 0002_second.sql found its tables in use 10 times and left nothing behind: a backup that is being written is one reason, and pg_stat_activity says who else holds them. Start again.',
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
      name: 'OperatorError',
      message: `The migration 0002_second.sql failed and left nothing behind: ${reason}.`,
    })
    await expect(client.query('select from others')).rejects.toMatchObject({ code: '42P01' })
  })

  it('that finds the disk full leaves it to the start to say so', async () => {
    write('0002_second.sql', "create table others (); do $$ begin raise exception using errcode = '53100'; end $$")
    const failure = await applyMigrations(client, release).catch(error => error)
    expect(explainStart(failure, '/data')).toHaveProperty(
      'message',
      'The disk of the database is full: make room and start again.',
    )
    await expect(client.query('select from others')).rejects.toMatchObject({ code: '42P01' })
  })

  it('that was changed after it ran is refused in one sentence', async () => {
    write('0001_first.sql', 'create table things (id bigint primary key)')
    await expect(applyMigrations(client, release)).rejects.toMatchObject({
      name: 'OperatorError',
      message: 'The migration 0001_first.sql was changed after it ran: add a new one instead.',
    })
  })

  it('whose number comes before one that ran is refused in one sentence', async () => {
    write('0002_second.sql', 'create table others ()')
    await applyMigrations(client, release)
    write('0001_later.sql', 'create table latecomers ()')
    const failure = await applyMigrations(client, release).catch(error => error)
    rmSync(join(folder, '0001_later.sql'))
    expect(failure).toMatchObject({
      name: 'OperatorError',
      message:
        'The migration 0001_later.sql comes before 0002_second.sql, which has run: give it a number after that one.',
    })
  })

  it('that only adds lets the release before start again', async () => {
    write('0002_second.sql', 'alter table things add column note text')
    await applyMigrations(client, release)
    rmSync(join(folder, '0002_second.sql'))
    await applyMigrations(client, release)
  })

  it('that takes away lets start those alone that do without', async () => {
    write('0002_second.sql', 'alter table things add column label text')
    write(
      '0003_third.sql',
      '-- The label has taken its place.\n-- needs 0002_second.sql\nalter table things drop column name',
    )
    await applyMigrations(client, release)
    rmSync(join(folder, '0003_third.sql'))
    await applyMigrations(client, release)
    rmSync(join(folder, '0002_second.sql'))
    await expect(applyMigrations(client, release)).rejects.toMatchObject({
      name: 'OperatorError',
      message:
        'The database belongs to a newer release: its migration 0003_third.sql is for releases that know 0002_second.sql. Start one of those.',
    })
  })
})

describe('an index that is built beside those who write', () => {
  const building = '-- no transaction\ncreate index concurrently if not exists things__name on things (name);\n'
  const isValid = async () =>
    (await client.query(`select indisvalid from pg_index where indexrelid = to_regclass('things__name')`)).rows

  beforeEach(async () => {
    await admin.query(`create database ${own} owner arcade_owner`)
    client = await connected()
    write('0001_first.sql', 'create table things (id int primary key, name text)')
    await applyMigrations(client, release)
    write('0002_second.sql', building)
  })
  afterEach(async () => {
    await client.end()
    await admin.query(`drop database ${own} with (force)`)
    for (const name of ['0001_first.sql', '0002_second.sql']) rmSync(join(folder, name), { force: true })
  })

  it('keeps nobody from writing while it waits for those who were before it', async () => {
    const [holder, writer] = [await connected(), await connected()]
    await holder.query('begin')
    await holder.query(`insert into things values (1, 'first')`)
    const migrated = applyMigrations(client, release)
    await expect
      .poll(async () => (await writer.query(`select from pg_stat_progress_create_index`)).rowCount)
      .toBeGreaterThan(0)
    await writer.query(`set lock_timeout = '1s'`)
    await writer.query(`insert into things values (2, 'second')`)
    await holder.query('commit')
    await migrated
    expect(await isValid()).toEqual([{ indisvalid: true }])
    await Promise.all([holder.end(), writer.end()])
  })

  it('is built anew where it was cut short half-way', async () => {
    const holder = await connected()
    await holder.query('begin')
    await holder.query(`insert into things values (1, 'first')`)
    await client.query(`set lock_timeout = '50ms'`)
    await expect(applyMigrations(client, { ...release, tries: 1 })).rejects.toMatchObject({
      name: 'OperatorError',
      message:
        'The migration 0002_second.sql found its tables in use 1 times and is tried again at the next start: a backup that is being written is one reason, and pg_stat_activity says who else holds them. Start again.',
    })
    expect(await isValid()).toEqual([{ indisvalid: false }])
    await holder.query('commit')
    await applyMigrations(client, release)
    expect(await isValid()).toEqual([{ indisvalid: true }])
    await holder.end()
  })

  it('is taken for built where only the note of it was lost', async () => {
    await client.query(building)
    await applyMigrations(client, release)
    expect((await client.query('select name from migration.applied order by name')).rows).toEqual([
      { name: '0001_first.sql' },
      { name: '0002_second.sql' },
    ])
  })

  it('stands alone in its file: PostgreSQL takes no second statement with it', async () => {
    write('0002_second.sql', `${building}create table others ();`)
    await expect(applyMigrations(client, release)).rejects.toMatchObject({ name: 'OperatorError' })
    await expect(client.query('select from others')).rejects.toMatchObject({ code: '42P01' })
  })

  it('is built while other processes wait for their turn', async () => {
    const url = at(ownerUrl)
    await Promise.all([1, 2, 3].map(() => asOwner(url, waiting => applyMigrations(waiting, release))))
    expect(await isValid()).toEqual([{ indisvalid: true }])
  })
})

it('data of an earlier checkout is refused in one sentence, which says where it lies', async () => {
  const name = `${own}_earlier`
  await admin.query(`create database ${name} owner arcade_owner`)
  const earlier = new pg.Client({ connectionString: at(ownerUrl, name) })
  await earlier.connect()
  await earlier.query(`create schema migration; create table migration.applied (name text primary key, checksum text not null);
    insert into migration.applied values ('0001_tenant_context.sql', 'x'), ('0002_laboratories.sql', 'x')`)
  await earlier.end()
  await expect(
    migrate({ ownerUrl: at(ownerUrl, name), place: '/srv/arcade/.data', appSecret: testSecret }),
  ).rejects.toMatchObject({
    name: 'OperatorError',
    message:
      'The data in /srv/arcade/.data was made by an earlier checkout, whose migrations were written anew since: delete it and start again.',
  })
  await admin.query(`drop database ${name}`)
})

it('any number of processes migrate one database at once', async () => {
  const name = `${own}_shared`
  await admin.query(`create database ${name} owner arcade_owner`)
  await Promise.all([1, 2, 3].map(() => migrate({ ownerUrl: at(ownerUrl, name), appSecret: testSecret })))
  await admin.query(`drop database ${name}`)
})

it('does not migrate as a superuser, who would own what the policies are to hold', async () => {
  await expect(migrate({ ownerUrl: at(adminUrl, 'arcade'), appSecret: testSecret })).rejects.toMatchObject({
    name: 'OperatorError',
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
