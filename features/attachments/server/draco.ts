import { open } from 'node:fs/promises'
import { newTurns, type Share } from '#kit/server/turns.ts'
import { dracoSize, isBearable, mostHeaderBytes, stlBytes } from './draco-header.ts'
import { newProcesses } from './processes.ts'

/** Without `to`, the scan is only checked. */
export type DracoTask = { from: string; to?: string }
export type DracoAnswer = { size: number } | 'no_scan' | 'full'

const { inTurn } = newTurns({ name: 'scans', atOnce: 2, atOnceOfOne: [1, 1, 1], longestQueue: 40, retryAfter: 3 })
const ask = newProcesses<DracoTask, DracoAnswer>({
  script: new URL('./draco-process.ts', import.meta.url),
  execArgv: ['--max-old-space-size=512'],
  longestMilliseconds: 15_000,
  idleMilliseconds: 10_000,
})

/** The size in bytes of a compressed scan as STL, read from its header; undefined if it is no scan or exceeds the limit. */
export async function sizeUnpacked(path: string): Promise<number | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostHeaderBytes), 0, mostHeaderBytes, 0)
    const size = dracoSize(buffer.subarray(0, bytesRead))
    return size && isBearable(size) ? stlBytes(size.faces) : undefined
  } finally {
    await file.close()
  }
}

/** Whether the file decodes to a surface within the limits. */
export async function isScan(share: Share, from: string): Promise<boolean> {
  if ((await sizeUnpacked(from)) === undefined) return false
  return typeof (await inTurn(share, () => ask({ from }))) === 'object'
}

/** Writes the scan as the binary STL it was before the browser compressed it; false where that is not possible now. */
export async function unpackScan(share: Share, task: Required<DracoTask>): Promise<boolean> {
  const answer = await inTurn(share, () => ask(task))
  return typeof answer === 'object'
}
