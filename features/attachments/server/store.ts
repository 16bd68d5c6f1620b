import { open, rm } from 'node:fs/promises'
import { Problem } from '#kit/problem.ts'
import type { Scan } from '#kit/server/scanner.ts'
import { type Storage, StorageFailure } from '#kit/server/storage.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { ReceivedFile } from '#kit/server/upload.ts'
import type { attachmentCalls } from '../contract.ts'
import { isPhoto, typeOfName } from '../rules.ts'
import { isScan } from './draco.ts'
import { endsAsZip, isReally } from './file-kinds.ts'
import { cleanName } from './file-name.ts'
import { makeAnew } from './image.ts'
import { type Looked, look } from './looked-file.ts'
import type { StoredFile } from './sending-sql.ts'
import type { UnpackedScans } from './unpacked-scans.ts'

export type Files = {
  storage: Storage
  scan: Scan
  unpacked: UnpackedScans
  /** Temporary folder for incomplete or unchecked files. */
  passage: string
}

/** Quotas are checked earlier, so their refusals are excluded. */
export type Refuse = (
  code: Exclude<keyof (typeof attachmentCalls)['addToOrder']['refusals'], 'too_many_files' | 'quota_exceeded'>,
) => never

/** A re-encoded image may be this much larger than the laboratory's limit. */
const tolerance = 1.25

/** Limits concurrency, because the virus scanner and the object store are remote and no faster in parallel. */
const { inTurn } = newTurns({
  name: 'storing',
  atOnce: 16,
  atOnceOfOne: [8, 6, 4],
  longestQueue: 200,
  retryAfter: 5,
})

/** Generated, in the laboratory's folder: no part of it is user input. */
export const keyOf = (brandId: string, id: string) => `${brandId}/${id}`

/** Checks the name alone, before the bytes arrive. */
export function judgeName({ name, fields }: Pick<ReceivedFile, 'name' | 'fields'>, refuse: Refuse) {
  const clean = cleanName(name)
  const type = clean && typeOfName(clean)
  if (!clean || !type) return refuse('file_type_refused')
  const isCompressed = fields.get('compression') === 'draco'
  if (isCompressed && type !== 'stl') return refuse('file_type_refused')
  return { name: clean, type, isCompressed }
}

/** Checks the file, re-encodes images, and stores it under each key. */
export async function storeFile(
  { storage, scan }: Files,
  file: ReceivedFile,
  { keys, limit, share }: { keys: readonly string[]; limit: number; share: Share },
  refuse: Refuse,
  begin: () => void,
): Promise<StoredFile> {
  const judged = judgeName(file, refuse)
  const { type, isCompressed } = judged
  if (!(await (isCompressed ? isCompressedScan(share, file.path) : isWhatItSays(type, file.path, share)))) {
    return refuse('file_is_not_what_it_says')
  }
  const anew = `${file.path}.anew`
  try {
    let kept = { path: file.path, size: file.size }
    if (isPhoto(type)) {
      const made = await makeAnew(share, { from: file.path, to: anew, type })
      if (made === 'image_too_large') return refuse(made)
      if (made === 'no_image') return refuse('file_is_not_what_it_says')
      if (made === 'full') {
        const cause = Object.assign(new Error('There is no room to make a picture anew.'), { code: 'ENOSPC' })
        throw new StorageFailure(cause.message, { cause })
      }
      if (made.size > limit * tolerance) return refuse('file_too_large')
      kept = { path: anew, size: made.size }
    }
    return await inTurn(share, async () => {
      const verdict = await scan(kept.path)
      if (verdict === 'infected') return refuse('file_type_refused')
      begin()
      for (const key of keys) await storage.put(key, kept.path)
      return { ...judged, size: kept.size, sha256: file.sha256, isHeld: verdict === 'unavailable' }
    })
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    const refusal = new Problem('storage_unavailable', 507)
    refusal.cause = error
    throw refusal
  } finally {
    await rm(anew, { force: true })
  }
}

const isCompressedScan = async (share: Share, path: string) =>
  !(await lookAt(path, async looked => endsAsZip(looked))) && (await isScan(share, path))

const isWhatItSays = (type: StoredFile['type'], path: string, share: Share) =>
  lookAt(path, looked => isReally(type, looked, share))

async function lookAt(path: string, judge: (looked: Looked) => Promise<boolean>): Promise<boolean> {
  const file = await open(path)
  try {
    return await judge(await look(file))
  } finally {
    await file.close()
  }
}
