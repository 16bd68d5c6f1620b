import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem, problem } from '#kit/problem.ts'
import { makeFolder } from '#kit/server/folder.ts'
import { type Storage, StorageFailure } from '#kit/server/storage.ts'
import type { Share } from '#kit/server/turns.ts'
import { sizeUnpacked, unpackScan } from './draco.ts'

/** A few bytes of Draco may become a hundred megabytes of STL: they are kept on disk, not in memory, up to this limit. */
const mostBytes = 1024 ** 3
const ending = '.unpacked'

/**
 * Compressed scans as STL, each unpacked once and kept in the temporary folder, which the sweep clears. Concurrent requests
 * for the same scan share one file. A file deleted while it is read stays readable to the end.
 */
export class UnpackedScans {
  readonly #storage: Storage
  readonly #folder: string
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(storage: Storage, folder: string) {
    this.#storage = storage
    this.#folder = folder
  }

  async open(share: Share, key: string): Promise<Readable> {
    const path = join(this.#folder, `${key.replace('/', '.')}${ending}`)
    const file = (await openIfThere(path)) ?? (await this.#unpackedNow(share, key, path))
    return file.createReadStream()
  }

  async #unpackedNow(share: Share, key: string, path: string): Promise<FileHandle> {
    // Making room for another scan may delete this one: then it is unpacked again.
    for (let time = 0; time < 3; time++) {
      let unpacking = this.#underWay.get(key)
      if (!unpacking) {
        unpacking = this.#unpack(share, key, path).finally(() => this.#underWay.delete(key))
        this.#underWay.set(key, unpacking)
      }
      await unpacking
      const file = await openIfThere(path)
      if (file) return file
    }
    throw problem('unavailable', { retryAfter: 60 })
  }

  async #unpack(share: Share, key: string, path: string): Promise<void> {
    const packed = join(this.#folder, randomUUID())
    const unpacked = join(this.#folder, randomUUID())
    try {
      makeFolder(this.#folder, 0o700)
      await pipeline(await this.#storage.get(key), createWriteStream(packed, { flags: 'wx', mode: 0o600 }))
      const size = await sizeUnpacked(packed)
      if (size === undefined) throw problem('unavailable', { retryAfter: 60 })
      await this.#makeRoom(size)
      if (!(await unpackScan(share, { from: packed, to: unpacked }))) throw problem('unavailable', { retryAfter: 60 })
      await rename(unpacked, path)
    } catch (cause) {
      if (cause instanceof Problem || cause instanceof StorageFailure) throw cause
      throw new StorageFailure('The scan could not be unpacked.', { cause })
    } finally {
      await Promise.all([rm(packed, { force: true }), rm(unpacked, { force: true })])
    }
  }

  /** Deletes the oldest first. */
  async #makeRoom(size: number): Promise<void> {
    const names = (await readdir(this.#folder)).filter(name => name.endsWith(ending))
    const kept = await Promise.all(
      names.map(async name => {
        const path = join(this.#folder, name)
        const facts = await stat(path).catch(() => undefined)
        return { path, size: facts?.size ?? 0, at: facts?.mtimeMs ?? 0 }
      }),
    )
    let sum = kept.reduce((sum, { size }) => sum + size, size)
    for (const oldest of kept.toSorted((a, b) => a.at - b.at)) {
      if (sum <= mostBytes) return
      await rm(oldest.path, { force: true })
      sum -= oldest.size
    }
  }
}

const openIfThere = (path: string) =>
  open(path).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
