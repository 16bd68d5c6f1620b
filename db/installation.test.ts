import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OperatorError } from '#kit/server/operator-error.ts'
import { Storage, StorageFailure } from '#kit/server/storage.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { claimLater, claimStorage } from './installation.ts'
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
  await expect(claim(ours, 'empty')).rejects.toThrow(OperatorError)
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

it('a bucket that was away at the start is claimed once it is there, and another database’s is refused then, too', async () => {
  const fresh = await makeOwnDatabase()
  let mark: string | undefined
  let isThere = false
  const store = createServer(async (request, response) => {
    if (request.method === 'PUT' && isThere) mark = await text(request)
    else request.resume()
    if (!isThere) response.writeHead(503).end()
    else if (mark === undefined) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    else response.end(request.method === 'GET' ? mark : undefined)
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const storage = new Storage({ endpoint, region: 'r', bucket: 'files', accessKeyId: 'a', secretAccessKey: 'b' })
  const stopping = new AbortController()
  const waits = { signal: stopping.signal, pause: 10 }
  const later = claimLater(fresh.ownerUrl, storage, waits)
  isThere = true
  expect(await later).toBe(true)
  await storage.look()
  await expect(claimLater(theirs.ownerUrl, storage, waits)).rejects.toThrow('belong to another database')
  stopping.abort()
  expect(await claimLater(theirs.ownerUrl, storage, waits)).toBe(false)
  store.close()
  store.closeAllConnections()
  await fresh.drop()
})
