import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Problem, problem } from '#kit/problem.ts'
import { FileLost, type Storage, StorageFailure } from '#kit/server/storage.ts'
import type { Share } from '#kit/server/turns.ts'
import type { AttachmentType } from '../contract.ts'
import { asStl } from './draco.ts'

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

/** Streamed from where it is kept; a compressed scan as the STL it was. */
export async function openFile(
  storage: Storage,
  key: string,
  { isDecoded, share }: { isDecoded: boolean; share: Share },
): Promise<ReadableStream<Uint8Array>> {
  try {
    if (!isDecoded) return Readable.toWeb(await storage.get(key)) as ReadableStream<Uint8Array>
    const stl = await asStl(share, async () => buffer(await storage.get(key)))
    if (!stl) throw problem('unavailable', { retryAfter: 60 })
    return inPieces(stl)
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    const refusal =
      error instanceof FileLost ? new Problem('file_lost', 410) : problem('unavailable', { retryAfter: 10 })
    refusal.cause = error
    throw refusal
  }
}

/** A hundred megabytes in one piece would lie in the memory of the connection until a slow reader has taken them. */
function inPieces(bytes: Uint8Array, size = 256 * 1024): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, at + size))
      at += size
      if (at >= bytes.length) controller.close()
    },
  })
}
