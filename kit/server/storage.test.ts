import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, globSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, startBucket, triedBucket } from '#test/bucket.ts'
import { isInTurn } from '#test/in-turn.ts'
import { openBucket } from './bucket-place.ts'
import { FileLost, Storage, StorageFailure } from './storage.ts'
import type { S3Place, StoragePlace } from './storage-place.ts'

let folder: string
let bucket: Awaited<ReturnType<typeof startBucket>>
let places: { disk: StoragePlace; bucket: S3Place }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arcade-storage-'))
  bucket = await startBucket()
  const tried = process.env.TRIED_BUCKET
  const place = tried ? await triedBucket(JSON.parse(tried) as S3Place) : bucket.place
  places = { disk: { folder: join(folder, 'disk') }, bucket: place }
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const newKey = () => `${randomUUID()}/${randomUUID()}`

describe.each(['disk', 'bucket'] as const)('a %s', kind => {
  it('gives back to the byte what was put there, until it is deleted', async () => {
    const storage = new Storage({ disk: { folder: join(folder, 'kept') }, bucket: places.bucket }[kind])
    if (kind === 'disk') await storage.writeMark('ours')
    const path = join(folder, randomUUID())
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'été')
    await writeFile(path, bytes)
    const key = newKey()
    await storage.put(key, path)
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

describe('a bucket', () => {
  it('gives a part of a file, and a whole one to whoever has its signed address', async () => {
    const key = newKey()
    const path = join(folder, randomUUID())
    await writeFile(path, 'molaire')
    await new Storage(places.bucket).put(key, path)
    const client = clientOf(places.bucket)
    const url = `${places.bucket.endpoint}/${places.bucket.bucket}/${key}`
    const part = await client.fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text()]).toEqual([206, 'lai'])
    const { url: signed } = await client.sign(`${url}?X-Amz-Expires=60`, { aws: { signQuery: true } })
    expect(await (await fetch(signed)).text()).toBe('molaire')
  })

  it('says in one word why it opened nothing', async () => {
    const storage = new Storage({ ...places.bucket, bucket: 'unknown' })
    const failure = await storage.get(newKey()).catch(error => error)
    expect(failure).not.toBeInstanceOf(FileLost)
    expect(failure.reason).toBe('NoSuchBucket')
  })

  // The fake store of this process accepts any secret.
  it.runIf(process.env.TRIED_BUCKET)(
    'opens with the right secret alone, and signed addresses as they are',
    async () => {
      const storage = new Storage({ ...places.bucket, secretAccessKey: 'another' })
      expect(await storage.get(newKey()).catch(error => error.reason)).toBe('SignatureDoesNotMatch')
      const url = `${places.bucket.endpoint}/${places.bucket.bucket}/${newKey()}?X-Amz-Expires=60`
      const { url: signed } = await clientOf(places.bucket).sign(url, { aws: { signQuery: true } })
      expect((await fetch(signed)).status).toBe(404)
      expect((await fetch(signed.replace('=60', '=6000'))).status).toBe(403)
    },
  )
})

describe('a store', () => {
  let answers: number[] = []
  const asked: string[] = []
  const store = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host}`)
    request.resume().on('end', () => {
      response.writeHead(answers.shift() ?? 200, { location: `http://${request.headers.host}/elsewhere` }).end()
    })
  })
  let place: S3Place
  beforeAll(async () => {
    await once(store.listen(0, '127.0.0.1'), 'listening')
    place = { ...bucket.place, endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}` }
  })
  beforeEach(() => asked.splice(0))
  afterAll(() => store.close())

  it('that fails for a moment is asked again, with the whole file', async () => {
    const path = join(folder, randomUUID())
    await writeFile(path, 'incisive')
    answers = [503, 500, 200]
    await new Storage(place).put(newKey(), path)
    expect(asked).toHaveLength(3)
  })

  it('that takes what is asked and says nothing is not waited for thrice', async () => {
    let taken = 0
    const silent = createServer(request => {
      taken += 1
      request.resume()
    })
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const open = openBucket({ ...bucket.place, endpoint }, { GET: 100, PUT: 100, DELETE: 100 })
    await expect(open.get(newKey())).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await expect(open.put(newKey(), { size: 1, read: () => Readable.from(['x']) })).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    })
    expect(taken).toBe(2)
    silent.closeAllConnections()
    silent.close()
  })

  it('that refuses is asked once, and one that sends us elsewhere is not followed', async () => {
    for (const answer of [403, 307]) {
      answers = [answer]
      await expect(new Storage(place).delete(newKey())).rejects.toThrow(StorageFailure)
    }
    expect(asked).toHaveLength(2)
  })
})

it.runIf(isInTurn('a large file'))('a large file goes to a store and back without filling the memory', async () => {
  const path = join(folder, randomUUID())
  const size = 192 * 1024 * 1024
  await writeFile(path, '')
  await truncate(path, size)
  const store = createServer((request, response) => {
    if (request.method === 'GET') createReadStream(path).pipe(response)
    else request.resume().on('end', () => response.end())
  })
  await once(store.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const storage = new Storage({ ...bucket.place, endpoint })
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 5)
  const key = newKey()
  await storage.put(key, path)
  let read = 0
  for await (const chunk of await storage.get(key)) read += chunk.length
  clearInterval(watch)
  store.close()
  expect(read).toBe(size)
  // V8 leaves 64 to 110 MB uncollected, however large the file: more on a busy machine.
  expect(most).toBeLessThan(size * 0.8)
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
  const path = join(folder, randomUUID())
  await writeFile(path, 'canine')
  await storage.writeMark('ours')
  await storage.look()
  await storage.put(newKey(), path)
  await rename(place, `${place}-elsewhere`)
  await expect(storage.look()).rejects.toThrow(StorageFailure)
  await mkdir(place)
  await expect(storage.look()).rejects.toThrow(StorageFailure)
  // A file written to the mount point without its disk would be hidden once the disk is back.
  expect(await storage.put(newKey(), path).catch(error => error.reason)).toBe('MarkMissing')
  expect(await storage.get(newKey()).catch(error => error.reason)).toBe('MarkMissing')
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

it('a store that is away leaves none of our files open', async () => {
  const path = join(folder, randomUUID())
  await writeFile(path, 'molaire')
  const opened = () =>
    globSync('/proc/self/fd/*').filter(link => {
      try {
        return readlinkSync(link) === path
      } catch {
        return false
      }
    })
  const storage = new Storage({ ...bucket.place, endpoint: 'http://127.0.0.1:9' })
  await expect(storage.put(newKey(), path)).rejects.toThrow(StorageFailure)
  await expect.poll(opened).toEqual([])
})
