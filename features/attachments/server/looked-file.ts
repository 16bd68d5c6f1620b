import type { FileHandle } from 'node:fs/promises'

/** A file to inspect at any position without reading all of it. */
export type Looked = { head: Buffer; tail: Buffer; size: number; file: FileHandle }

const endBytes = 66 * 1024

export async function look(file: FileHandle): Promise<Looked> {
  const { size } = await file.stat()
  const read = async (from: number) => {
    const buffer = Buffer.alloc(Math.min(size, endBytes))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
    return buffer.subarray(0, bytesRead)
  }
  return { head: await read(0), tail: await read(Math.max(0, size - endBytes)), size, file }
}
