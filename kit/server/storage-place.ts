import type { Readable } from 'node:stream'

export type S3Place = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
/** A folder of this machine, never a served one; or a bucket. */
export type StoragePlace = { folder: string } | S3Place

/** Content to store, which can be read from its beginning repeatedly. */
export type Bytes = { size: number; read: () => Readable }

/** An opened place. Keys are paths below it, and never typed by users. */
export type OpenPlace = {
  /** Resolves once the bytes would survive a loss of power. */
  put: (key: string, bytes: Bytes) => Promise<void>
  /** Undefined when the place is there and the file is not. */
  get: (key: string) => Promise<Readable | undefined>
  /** Succeeds also when the file does not exist. */
  delete: (key: string) => Promise<void>
}
