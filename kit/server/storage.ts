import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBucket } from './bucket-place.ts'
import { openFolder } from './folder-place.ts'
import type { OpenPlace, StoragePlace } from './storage-place.ts'

/** Full, away or without the file: `cause` says what. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'

  /** What the system or the store has said. */
  get innermost(): Error | undefined {
    return causesOf(this).at(-1)
  }

  /** In one word, for the operator. */
  get reason(): string {
    const { innermost } = this
    return innermost && 'code' in innermost ? String(innermost.code) : (innermost?.name ?? 'unknown')
  }
}

/** The place is there and the file is not: nobody needs to ask again. */
export class FileLost extends StorageFailure {
  override name = 'FileLost'
}

const longestLook = 4_000

/** Keys are ours, made of ids; what a user has called a file never comes near a path. */
const safeKey = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/

/** Beside the folders of the tenants: whose files these are. */
const mark = 'database-id'

/** Another place than the one that was used so far: a disk that is not mounted, say. */
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

  /** Whose files these are; nothing in a place that nobody has used yet. A start does not wait for it longer than a probe. */
  readMark(): Promise<string | undefined> {
    return this.#try(readMarkSoon)
  }

  writeMark(id: string): Promise<void> {
    const text = Buffer.from(`${id}\n`)
    return this.#try(place => place.put(mark, { size: text.length, read: () => Readable.from([text]) }))
  }

  /** Stores a file of this machine; acknowledged once it would survive a loss of power. */
  put(key: string, path: string): Promise<void> {
    return this.#attempt(key, async place => {
      // The folder is there without its disk, too, and would take it. A bucket is there or is not.
      if (this.isFolder && !(await readMark(place))) throw new MarkMissing()
      await putFile(place, key, path)
    })
  }

  /** The same in a place that gets its mark when all is there. */
  putUnmarked(key: string, path: string): Promise<void> {
    return this.#attempt(key, place => putFile(place, key, path))
  }

  /** Resolves once there are bytes to read, so that what cannot be read is known before an answer has begun. */
  async get(key: string): Promise<Readable> {
    const file = await this.#attempt(key, async place => {
      const file = await place.get(key)
      if (file) await hasBytes(file)
      return file
    })
    if (file) return file
    // Without its mark it is the place that is away, a disk that is not mounted: its files may come back.
    if (!(await this.readMark())) throw new StorageFailure('The storage did not do it.', { cause: new MarkMissing() })
    throw new FileLost('The file is gone.')
  }

  /** Also of what is not there. */
  delete(key: string): Promise<void> {
    return this.#attempt(key, place => place.delete(key))
  }

  /** For probes and figures: fails when the storage does not answer, or lacks the mark. One look at a time. */
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
      // What cannot be opened may be there the next time.
      this.#opened ??= this.#open()
      return await work(this.#opened)
    } catch (cause) {
      throw new StorageFailure('The storage did not do it.', { cause })
    }
  }
}

/** The libraries wrap it. */
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
