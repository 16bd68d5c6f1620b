import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBucket } from '#test/bucket.ts'
import { FileLost, Storage, StorageFailure, type StoragePlace } from './storage.ts'

let folder: string
let bucket: Awaited<ReturnType<typeof startBucket>>
let places: { disk: StoragePlace; bucket: StoragePlace }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arcade-storage-'))
  bucket = await startBucket()
  places = { disk: { folder: join(folder, 'disk') }, bucket: bucket.place }
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const newKey = () => `${randomUUID()}/${randomUUID()}`

describe.each(['disk', 'bucket'] as const)('a %s', kind => {
  it('gives back to the byte what was put there, until it is deleted', async () => {
    const storage = new Storage(places[kind])
    const path = join(folder, randomUUID())
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'été')
    await writeFile(path, bytes)
    const key = newKey()
    await storage.put(key, { path, size: bytes.length })
    expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true)
    await storage.delete(key)
    await expect(storage.get(key)).rejects.toThrow(StorageFailure)
    await storage.delete(key)
  })

  it('tells a file that is gone from a place that is away, by the mark that is left there', async () => {
    const storage = new Storage(places[kind])
    expect(await storage.readMark()).toBeUndefined()
    await expect(storage.get(newKey())).rejects.not.toThrow(FileLost)
    await expect(storage.look()).rejects.toThrow(StorageFailure)
    await storage.writeMark('ours')
    expect(await new Storage(places[kind]).readMark()).toBe('ours')
    await expect(storage.get(newKey())).rejects.toThrow(FileLost)
    await Promise.all([storage.look(), storage.look()])
  })

  it('takes no key that was not made of ids', async () => {
    const storage = new Storage(places[kind])
    for (const key of ['../secret', '/etc/passwd', `${randomUUID()}/../x`, 'photo.jpg', '']) {
      await expect(storage.get(key)).rejects.toThrow(TypeError)
      await expect(storage.delete(key)).rejects.toThrow(TypeError)
    }
  })
})

it('a folder is nobody else’s to read', async () => {
  const place = join(folder, 'own')
  const storage = new Storage({ folder: place })
  await storage.delete(newKey())
  expect((await stat(place)).mode & 0o077).toBe(0)
  expect(await readdir(place)).toEqual([])
})

it('a folder that has become another one is found out, as where a disk is no longer mounted', async () => {
  const place = join(folder, 'mounted')
  const storage = new Storage({ folder: place })
  await storage.writeMark('ours')
  await storage.look()
  await rename(place, `${place}-elsewhere`)
  await expect(storage.look()).rejects.toThrow(StorageFailure)
  await mkdir(place)
  await expect(storage.look()).rejects.toThrow(StorageFailure)
  await rmdir(place)
  await rename(`${place}-elsewhere`, place)
  await storage.look()
})

it('a folder that could not be made is tried again', async () => {
  const inTheWay = join(folder, 'in-the-way')
  await writeFile(inTheWay, '')
  const storage = new Storage({ folder: join(inTheWay, 'files') })
  await expect(storage.readMark()).rejects.toThrow(StorageFailure)
  await rm(inTheWay)
  expect(await storage.readMark()).toBeUndefined()
})

it('a store that is away says so', async () => {
  const storage = new Storage({ ...bucket.place, endpoint: 'http://127.0.0.1:9' })
  await expect(storage.look()).rejects.toThrow(StorageFailure)
  await expect(storage.get(newKey())).rejects.toThrow(StorageFailure)
})
