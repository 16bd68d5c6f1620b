import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimStorage } from '#db/installation.ts'
import { lockDataFolder } from '#kit/server/data-lock.ts'
import type { LastBackup } from '#kit/server/metrics.ts'
import { Storage } from '#kit/server/storage.ts'
import { readLastBackup } from '#tenancy/server/last-backup-sql.ts'
import { makeWith } from '#test/make.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { restoreBackup } from './restore.ts'
import { writeNext } from './series.ts'

const root = mkdtempSync(join(tmpdir(), 'arcade-series-'))
const into = join(root, 'backups')
let source: OwnDatabase
let target: OwnDatabase
let storage: Storage
let erased: string
beforeAll(async () => {
  source = await makeOwnDatabase()
  target = await makeOwnDatabase()
  storage = new Storage({ folder: join(root, 'files') })
  await claimStorage(source.ownerUrl, storage)
  const owner = new pg.Pool({ connectionString: source.ownerUrl, max: 1 })
  const make = makeWith(owner)
  const laboratory = await make.laboratory()
  const user = await make.user(await make.practice(laboratory))
  await make.within(laboratory.id, client => client.query('select tenant.erase_account($1)', [user.id]))
  erased = `person ${laboratory.id} ${user.id}\n`
  await owner.end()
})
afterAll(async () => {
  await source.drop()
  await target.drop()
  rmSync(root, { recursive: true })
})

const awayBucket = {
  endpoint: 'http://127.0.0.1:9',
  region: 'x',
  bucket: 'away',
  accessKeyId: 'a',
  secretAccessKey: 's',
}
const night = (day: number) => new Date(Date.UTC(2026, 10, day, 2, 30, 7))
const next = (day: number, keep = 3) =>
  writeNext({ ownerUrl: source.ownerUrl, storage }, { into, keep, now: night(day) })
const there = () =>
  readdirSync(into)
    .filter(name => /^\d/.test(name))
    .toSorted()

/** As the role that serves requests reads it. */
async function lastBackupOf({ appUrl }: OwnDatabase): Promise<LastBackup> {
  const pool = new pg.Pool({ connectionString: appUrl, max: 1 })
  return await readLastBackup(pool).finally(() => pool.end())
}

it('of a database that was never backed up it is known since when it should have been', async () => {
  const { at, lackingFiles } = await lastBackupOf(source)
  expect(at.getTime()).toBeGreaterThan(Date.UTC(2026, 0, 1))
  expect(lackingFiles).toBe(0)
})

it('each night has a folder of its own, and beside them lies who was forgotten', async () => {
  const { folder, removed } = await next(1)
  expect(folder).toBe(join(into, '2026-11-01T02-30-07Z'))
  expect(removed).toEqual([])
  expect(readFileSync(join(into, 'erased.txt'), 'utf8')).toBe(erased)
})

it('who was forgotten and is known to this database no more, after a restore, stays in that list', async () => {
  const later = `patient ${randomUUID()} ${randomUUID()}\n`
  const list = join(root, 'restored-since', 'erased.txt')
  mkdirSync(join(root, 'restored-since'))
  writeFileSync(list, later)
  for (const day of [1, 2])
    await writeNext({ ownerUrl: source.ownerUrl, storage }, { into: join(list, '..'), keep: 1, now: night(day) })
  expect(readFileSync(list, 'utf8')).toBe(`${later}${erased}`)
})

it('as many are kept as was said, the newest, and nothing that is not of the series is touched', async () => {
  mkdirSync(join(into, '2026-10-01'))
  mkdirSync(join(into, '2026-10-01.part'))
  writeFileSync(join(into, '2020-01-01T00-00-00Z'), 'a file of that name')
  for (const day of [2, 3]) expect((await next(day)).removed).toEqual([])
  expect((await next(4)).removed).toEqual(['2026-11-01T02-30-07Z'])
  expect((await next(5, 2)).removed).toEqual(['2026-11-02T02-30-07Z', '2026-11-03T02-30-07Z'])
  expect(there()).toEqual([
    '2020-01-01T00-00-00Z',
    '2026-10-01',
    '2026-10-01.part',
    '2026-11-04T02-30-07Z',
    '2026-11-05T02-30-07Z',
  ])
})

it('a night on which it fails takes none away, and what it left goes the next night', async () => {
  const before = there()
  const elsewhere = { ownerUrl: source.ownerUrl, storage: new Storage(awayBucket) }
  const owner = new pg.Pool({ connectionString: source.ownerUrl, max: 1 })
  const make = makeWith(owner)
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const { id } = await make.invoice(practice)
  await make.within(laboratory.id, client =>
    client.query('update invoice_documents set made_at = now(), size = 1, sha256 = $2 where invoice_id = $1', [
      id,
      '0'.repeat(64),
    ]),
  )
  await owner.end()
  await expect(writeNext(elsewhere, { into, keep: 1, now: night(6) })).rejects.toThrow('The storage did not do it.')
  expect(there()).toEqual([...before, '2026-11-06T02-30-07Z.part'])
  const { lost } = await next(7, 9)
  expect(lost).toEqual([`${laboratory.id}/${id}`])
  expect(there()).toEqual([...before, '2026-11-07T02-30-07Z'])
})

it('when the last one was made and what it lacks is known to who serves requests, and carried over by a restore', async () => {
  const { at, lackingFiles } = await lastBackupOf(source)
  const folder = join(into, '2026-11-07T02-30-07Z')
  const { createdAt } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  expect(at.toISOString()).toBe(createdAt)
  expect(lackingFiles).toBe(1)
  await restoreBackup({ ownerUrl: target.ownerUrl, storage: new Storage({ folder: join(root, 'restored') }) }, folder)
  expect((await lastBackupOf(target)).at.toISOString()).toBe(createdAt)
})

it('who serves requests reads no more of it, and changes nothing', async () => {
  const pool = new pg.Pool({ connectionString: source.appUrl, max: 1 })
  for (const statement of [
    'select id from tenant.installation',
    'update tenant.installation set backed_up_at = now()',
    'delete from tenant.installation',
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  await pool.end()
})

it('one at a time is written into a folder', async () => {
  const lock = lockDataFolder(into)
  await expect(next(8)).rejects.toThrow(`Another backup is being written into ${into}.`)
  lock.release()
  await next(8)
})

it('the one that was just made stays, also where the clock was ahead when others were', async () => {
  const into = join(root, 'ahead')
  const source = { ownerUrl: target.ownerUrl, storage: new Storage({ folder: join(root, 'restored') }) }
  for (const day of [28, 29]) await writeNext(source, { into, keep: 2, now: night(day) })
  expect((await writeNext(source, { into, keep: 2, now: night(9) })).removed).toEqual(['2026-11-28T02-30-07Z'])
  const { folder, removed } = await writeNext(source, { into, keep: 1, now: night(10) })
  expect(removed).toEqual(['2026-11-09T02-30-07Z', '2026-11-29T02-30-07Z'])
  expect(readdirSync(folder)).toContain('manifest.json')
})

it('a database of an earlier release is backed up without a word of it', async () => {
  const owner = new pg.Client({ connectionString: target.ownerUrl })
  await owner.connect()
  await owner.query('alter table tenant.installation drop column backed_up_at')
  await owner.end()
  const into = join(root, 'earlier')
  await writeNext(
    { ownerUrl: target.ownerUrl, storage: new Storage({ folder: join(root, 'restored') }) },
    { into, keep: 1, now: night(9) },
  )
  expect(readdirSync(into)).toContain('2026-11-09T02-30-07Z')
})
