import { Readable } from 'node:stream'
import { Problem, problem } from '#kit/problem.ts'
import { FileLost, StorageFailure } from '#kit/server/storage.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { AttachmentType } from '../contract.ts'
import type { Files } from './store.ts'

const mediaTypes: Record<AttachmentType, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  stl: 'model/stl',
  ply: 'application/octet-stream',
  obj: 'model/obj',
  '3mf': 'model/3mf',
}

export const typeOfDownload = (type: AttachmentType, isCompressed: boolean) =>
  isCompressed ? 'application/octet-stream' : mediaTypes[type]

/** The limit of concurrent downloads. A browser with a page of photos asks for six; further requests queue. */
const { take } = newTurns({
  name: 'downloads',
  atOnce: 64,
  atOnceOfOne: [32, 16, 8],
  longestQueue: 400,
  retryAfter: 3,
})

/** Streams the file, a compressed scan as the STL it was. Its slot is held until it is read or abandoned. */
export async function openFile(
  { storage, unpacked }: Pick<Files, 'storage' | 'unpacked'>,
  key: string,
  { isDecoded, share }: { isDecoded: boolean; share: Share },
): Promise<ReadableStream<Uint8Array>> {
  const giveBack = await take(share)
  try {
    const file = await (isDecoded ? unpacked.open(share, key) : storage.get(key))
    file.once('close', giveBack)
    return Readable.toWeb(file) as ReadableStream<Uint8Array>
  } catch (error) {
    giveBack()
    if (!(error instanceof StorageFailure)) throw error
    const refusal =
      error instanceof FileLost ? new Problem('file_lost', 410) : problem('unavailable', { retryAfter: 10 })
    refusal.cause = error
    throw refusal
  }
}
