import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import S3rver from 's3rver'
import { vi } from 'vitest'
import type { S3Place } from '#kit/server/storage-place.ts'

/** A store that speaks S3, on this machine, with one bucket in it. */
export async function startBucket(): Promise<{ place: S3Place; close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'arcade-s3-'))
  const configureBuckets = [{ name: 'files', configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'files',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Another store, that deploy/try-bucket.sh has started: made ready here, once it answers. */
export async function triedBucket(place: S3Place): Promise<S3Place> {
  const url = `${place.endpoint}/${place.bucket}`
  await vi.waitFor(
    async () => {
      const { status } = await clientOf(place).fetch(url, { method: 'PUT' })
      if (status !== 200) throw new Error(`The store answers ${status}.`)
    },
    { timeout: 30_000, interval: 200 },
  )
  return place
}

export const clientOf = (place: S3Place) => new AwsClient({ ...place, service: 's3', retries: 0 })
