import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBucket } from './bucket-place.ts'
import { openFolder } from './folder-place.ts'
import type { OpenPlace, StoragePlace } from './storage-place.ts'

/** Full, unavailable or without the file: `cause` has the reason. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'

  /** The original error of the system or the store. */
  get innermost(): Error | undefined {
    return causesOf(this).at(-1)
  }

  /** The reason in one word, for the operator. */
  get reason(): string {
    const { innermost } = this
    return innermost && 'code' in innermost ? String(innermost.code) : (innermost?.name ?? 'unknown')
  }
}

/** The place is there and the file is not: retrying is pointless. */
export class FileLost extends StorageFailure {
  override name = 'FileLost'
}

const longestLook = 4_000

/** Keys are made of ids; a user's file name never reaches a path. */
const safeKey = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/

/** File beside the tenants' folders with the id of the database that the files belong to. */
const mark = 'database-id'

/** Not the place that was used so far: a disk that is not mounted, say. */
class MarkMissing extends Error {
  override name = 'MarkMissing'

  constructor() {
    super('The storage is not the one that it was.')
  }
}

/** Where the bytes of files are kept, on disk or in S3 alike. */
export class Storage {
  /** For the operator. */
  readonly name: string
  readonly isFolder: boolean
  readonly #open: () => OpenPlace
  #opened: OpenPlace | undefined
  #looking: Promise<void> | undefined

  constructor(place: StoragePlace) {
    this.isFolder = 'folder' in place
    this.name = 'folder' in place ? place.folder : `the bucket ${place.bucket}`
    this.#open = () => ('folder' in place ? openFolder(place.folder) : openBucket(place))
  }

  /**
   * The id of the database that the files belong to; undefined in an unused place. Waits no longer than a probe, so that a start
   * does not hang.
   */
  readMark(): Promise<string | undefined> {
    return this.#try(readMarkSoon)
  }

  writeMark(id: string): Promise<void> {
    const text = Buffer.from(`${id}\n`)
    return this.#try(place => place.put(mark, { size: text.length, read: () => Readable.from([text]) }))
  }

  /** Stores a file of this machine; resolves once it would survive a loss of power. */
  put(key: string, path: string): Promise<void> {
    return this.#attempt(key, async place => {
      // Without its disk the folder still exists and would take the file. A bucket has no such state.
      if (this.isFolder && !(await readMark(place))) throw new MarkMissing()
      await putFile(place, key, path)
    })
  }

  /** The same for a place that gets its mark only when all files are there. */
  putUnmarked(key: string, path: string): Promise<void> {
    return this.#attempt(key, place => putFile(place, key, path))
  }

  /** Resolves once there are bytes to read, so that a failure is known before an answer has begun. */
  async get(key: string): Promise<Readable> {
    const file = await this.#attempt(key, async place => {
      const file = await place.get(key)
      if (file) await hasBytes(file)
      return file
    })
    if (file) return file
    // A missing mark means that the place is away, such as a disk that is not mounted: its files may come back.
    if (!(await this.readMark())) throw new StorageFailure('The storage did not do it.', { cause: new MarkMissing() })
    throw new FileLost('The file is gone.')
  }

  /** Succeeds also when the file does not exist. */
  delete(key: string): Promise<void> {
    return this.#attempt(key, place => place.delete(key))
  }

  /** For probes and metrics: fails when the storage does not answer or lacks the mark. Concurrent calls share one look. */
  look(): Promise<void> {
    this.#looking ??= this.#try(findMark).finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #attempt<T>(key: string, work: (place: OpenPlace) => Promise<T>): Promise<T> {
    if (!safeKey.test(key)) throw new TypeError('This is no key of ours.')
    return this.#try(work)
  }

  async #try<T>(work: (place: OpenPlace) => Promise<T>): Promise<T> {
    try {
      // A failed opening is retried at the next use.
      this.#opened ??= this.#open()
      return await work(this.#opened)
    } catch (cause) {
      throw new StorageFailure('The storage did not do it.', { cause })
    }
  }
}

/** The libraries wrap the original error. */
function causesOf({ cause }: Error): Error[] {
  return cause instanceof Error ? [cause, ...causesOf(cause)] : []
}

const hasBytes = (file: Readable) =>
  new Promise<void>((resolve, reject) => {
    file.once('readable', resolve).once('error', reject)
  })

async function putFile(place: OpenPlace, key: string, path: string): Promise<void> {
  const { size } = await stat(path)
  await place.put(key, { size, read: () => createReadStream(path) })
}

async function readMark(place: OpenPlace): Promise<string | undefined> {
  const file = await place.get(mark)
  return file && (await text(file)).trim()
}

const readMarkSoon = (place: OpenPlace) => Promise.race([readMark(place), tooLong()])

async function findMark(place: OpenPlace): Promise<void> {
  if (!(await readMarkSoon(place))) throw new MarkMissing()
}

async function tooLong(): Promise<never> {
  await sleep(longestLook, undefined, { ref: false })
  throw Object.assign(new Error('The storage does not answer.'), { code: 'ETIMEDOUT' })
}
