import type { Readable } from 'node:stream'

export type S3Place = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
/** A folder of this machine, never one that is served; or a bucket. */
export type StoragePlace = { folder: string } | S3Place

/** What is to be stored: read from its beginning as often as it takes. */
export type Bytes = { size: number; read: () => Readable }

/** A place that is open. Keys are paths below it, and never typed by anyone. */
export type OpenPlace = {
  /** Resolves once it would survive a loss of power. */
  put: (key: string, bytes: Bytes) => Promise<void>
  /** Nothing where the place is there and the file is not. */
  get: (key: string) => Promise<Readable | undefined>
  /** Also of what is not there. */
  delete: (key: string) => Promise<void>
}
