import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#kit/server/refusal.ts'
import { Storage, StorageFailure } from '#kit/server/storage.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { claimStorage } from './installation.ts'
import { asOwner } from './owner.ts'

const root = mkdtempSync(join(tmpdir(), 'arcade-places-'))
let ours: OwnDatabase
let theirs: OwnDatabase
beforeAll(async () => {
  ours = await makeOwnDatabase()
  theirs = await makeOwnDatabase()
})
afterAll(async () => {
  await ours.drop()
  await theirs.drop()
  rmSync(root, { recursive: true })
})

const claim = ({ ownerUrl }: OwnDatabase, name: string) =>
  claimStorage(ownerUrl, new Storage({ folder: join(root, name) }))

it('of two that start at once on a new database with a folder each, one starts', async () => {
  const [one, other] = await Promise.allSettled([claim(ours, 'files'), claim(ours, 'also')])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  // The tests below speak of the first.
  if (one.status === 'rejected') renameSync(join(root, 'also'), join(root, 'files'))
})

it('any number of processes share the folder that the database knows', async () => {
  await Promise.all([claim(ours, 'files'), claim(ours, 'files'), claim(ours, 'files')])
})

it('another folder, as one that is not mounted, is refused with a way out', async () => {
  await expect(claim(ours, 'empty')).rejects.toThrow(Refusal)
  expect(existsSync(join(root, 'empty', 'database-id'))).toBe(false)
  const sentence = String(await claim(ours, 'empty').catch(error => error))
  const id = /write (\S+) into a file database-id/.exec(sentence)?.[1] ?? ''
  expect(readFileSync(join(root, 'files', 'database-id'), 'utf8').trim()).toBe(id)
  writeFileSync(join(root, 'empty', 'database-id'), id)
  await claim(ours, 'empty')
})

it('the folder of another database is refused', async () => {
  await expect(claim(theirs, 'files')).rejects.toThrow('belong to another database')
  await claim(theirs, 'theirs')
})

it('what cannot be written to is said in one sentence for a folder, and left to recover for a bucket', async () => {
  const fresh = await makeOwnDatabase()
  mkdirSync(join(root, 'x'))
  writeFileSync(join(root, 'x', 'file'), '')
  await expect(claim(fresh, 'x/file/files')).rejects.toThrow(
    `Files cannot be kept in ${join(root, 'x', 'file', 'files')} (ENOTDIR).`,
  )
  const away = new Storage({
    endpoint: 'http://127.0.0.1:9',
    region: 'r',
    bucket: 'files',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  })
  await expect(claimStorage(fresh.ownerUrl, away)).rejects.toThrow(StorageFailure)
  await fresh.drop()
})

it('a bucket that is silent keeps a start for some seconds, and nobody else', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const place = { region: 'r', bucket: 'files', accessKeyId: 'a', secretAccessKey: 'b' }
  const { port } = silent.address() as AddressInfo
  const asked = once(silent, 'request')
  const begunAt = performance.now()
  const claiming = claimStorage(ours.ownerUrl, new Storage({ ...place, endpoint: `http://127.0.0.1:${port}` })).catch(
    (error: unknown) => error,
  )
  await asked
  await asOwner(ours.ownerUrl, client => client.query('select from tenant.installation for update nowait'))
  expect(await claiming).toMatchObject({ name: 'StorageFailure', reason: 'ETIMEDOUT' })
  expect(performance.now() - begunAt).toBeLessThan(25_000)
  silent.close()
  silent.closeAllConnections()
})
