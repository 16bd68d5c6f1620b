import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Place } from '#kit/server/storage.ts'

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
