import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { makeFolder } from './folder.ts'

export type S3Place = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
/** A folder of this machine, never one that is served; or a bucket. */
export type StoragePlace = { folder: string } | S3Place

/** Full, away or without the file: `cause` says what. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'

  /** In one word, for the operator. */
  get reason(): string {
    const innermost = causesOf(this).at(-1)
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

/** Where the bytes of files are kept, on disk or in S3 alike. */
export class Storage {
  /** For the operator. */
  readonly name: string
  readonly #open: () => Promise<Disk>
  readonly #folder: string | undefined
  #disk: Promise<Disk> | undefined
  #looking: Promise<void> | undefined

  constructor(place: StoragePlace) {
    this.#folder = 'folder' in place ? place.folder : undefined
    this.name = 'folder' in place ? place.folder : `the bucket ${place.bucket}`
    this.#open = async () => ('folder' in place ? openFolder(place.folder) : openBucket(place))
  }

  get isFolder(): boolean {
    return this.#folder !== undefined
  }

  /** Whose files these are; nothing in a place that nobody has used yet. */
  readMark(): Promise<string | undefined> {
    return this.#try(async disk => ((await disk.exists(mark)) ? (await disk.get(mark)).trim() : undefined))
  }

  writeMark(id: string): Promise<void> {
    return this.#try(async disk => {
      await disk.put(mark, `${id}\n`)
      if (this.#folder) await flush(join(this.#folder, mark))
    })
  }

  /** Stores a file of this machine; acknowledged once it would survive a loss of power. */
  put(key: string, file: { path: string; size: number }): Promise<void> {
    return this.#attempt(key, async disk => {
      await disk.putStream(key, createReadStream(file.path), { contentLength: file.size })
      if (this.#folder) await flush(join(this.#folder, key))
    })
  }

  /** Resolves once there are bytes to read, so that what cannot be read is known before an answer has begun. */
  async get(key: string): Promise<Readable> {
    try {
      return await this.#attempt(key, async disk => {
        const stream = await disk.getStream(key)
        await new Promise<void>((resolve, reject) => {
          stream.once('readable', resolve).once('error', reject)
        })
        return stream
      })
    } catch (error) {
      // Without its mark it is the place that is away, a disk that is not mounted: its files may come back.
      if (!(error instanceof StorageFailure && isAbsence(error)) || !(await this.readMark())) throw error
      throw new FileLost('The file is gone.', { cause: error })
    }
  }

  /** Also of what is not there. */
  delete(key: string): Promise<void> {
    return this.#attempt(key, disk => disk.delete(key))
  }

  /** For readiness probes: fails when the storage does not answer, or lacks the mark. One look at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#try(findMark).finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #attempt<T>(key: string, work: (disk: Disk) => Promise<T>): Promise<T> {
    if (!safeKey.test(key)) throw new TypeError('This is no key of ours.')
    return this.#try(work)
  }

  async #try<T>(work: (disk: Disk) => Promise<T>): Promise<T> {
    try {
      this.#disk ??= this.#open().catch(error => {
        // What could not be opened may be there the next time.
        this.#disk = undefined
        throw error
      })
      return await work(await this.#disk)
    } catch (cause) {
      throw new StorageFailure('The storage did not do it.', { cause })
    }
  }
}

/** The libraries wrap what the system or the store has said. */
function causesOf({ cause }: Error): Error[] {
  return cause instanceof Error ? [cause, ...causesOf(cause)] : []
}

const isAbsence = (failure: StorageFailure) =>
  causesOf(failure).some(cause => ('code' in cause && cause.code === 'ENOENT') || cause.name === 'NoSuchKey')

async function openFolder(location: string): Promise<Disk> {
  makeFolder(location, 0o700)
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

/** The client is large, and loaded only where it is used. */
async function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Place): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      endpoint,
      region,
      bucket,
      credentials: { accessKeyId, secretAccessKey },
      visibility: 'private',
      // Buckets are private as a whole today, and many stores have no rights of single files.
      supportsACL: false,
      forcePathStyle: true,
      // What most stores other than Amazon's understand; with the default a streamed body grows by its checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // It warns on the console; what fails is thrown, and logged by who catches it.
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 },
    }),
  )
}

async function findMark(disk: Disk): Promise<void> {
  if (!(await Promise.race([disk.exists(mark), tooLong()]))) throw new Error('The storage is not the one that it was.')
}

async function tooLong(): Promise<never> {
  await sleep(longestLook, undefined, { ref: false })
  throw new Error('The storage does not answer.')
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
