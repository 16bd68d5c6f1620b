import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from './folder.ts'
import type { OpenPlace } from './storage-place.ts'

export function openFolder(folder: string): OpenPlace {
  makeFolder(folder, 0o700)
  return {
    async put(key, bytes) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true })
      await pipeline(bytes.read(), createWriteStream(path, { flush: true }))
    },
    async get(key) {
      try {
        return (await open(join(folder, key))).createReadStream()
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    delete: key => rm(join(folder, key), { force: true }),
  }
}
