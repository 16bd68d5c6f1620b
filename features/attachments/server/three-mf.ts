import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { Looked } from './looked-file.ts'

const mostParts = 1_000
/** For all parts together; the XML of a model compresses to a tenth, so that 5 MB hold less than this. */
const mostBytesUnpacked = 100 * 1024 * 1024

/** Limited, because unpacking occupies a thread of the shared pool. */
const { inTurn } = newTurns({ name: 'models', atOnce: 2, atOnceOfOne: [1, 1, 1], longestQueue: 40, retryAfter: 3 })

/**
 * A 3MF file is a ZIP with required and forbidden parts. Each part is unpacked once and discarded, because the sizes in the
 * directory cannot be trusted.
 */
export async function is3mf(looked: Looked, share: Share): Promise<boolean> {
  const parts = await partsOf(looked)
  if (!parts?.some(({ name }) => name === '[Content_Types].xml')) return false
  if (!parts.some(({ name }) => /^3D\/.+\.model$/i.test(name))) return false
  return inTurn(share, () => unpackToTheirSize(looked, parts))
}

type Part = { name: string; isPacked: boolean; packed: number; unpacked: number; at: number }

const endLength = 22
const entryLength = 46
const headLength = 30

async function partsOf({ head, tail, size, file }: Looked): Promise<Part[] | undefined> {
  if (size < endLength || head.readUInt32LE(0) !== 0x04034b50) return undefined
  const end = tail.lastIndexOf('PK\x05\x06')
  const after = tail.length - end
  if (end < 0 || after < endLength || tail.readUInt16LE(end + 20) !== after - endLength) return undefined
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  // Nothing may come before the first part or between directory and end, so that no second file can hide there.
  if (count === 0 || count > mostParts || start + length !== size - after) return undefined
  const directory = Buffer.alloc(length)
  await file.read(directory, 0, length, start)

  const parts: Part[] = []
  let at = 0
  while (parts.length < count) {
    if (at + entryLength > length || directory.readUInt32LE(at) !== 0x02014b50) return undefined
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    const method = directory.readUInt16LE(at + 10)
    const nameEnd = at + entryLength + directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + entryLength, nameEnd)
    if (isEncrypted || (method !== 0 && method !== 8) || !isPart(name)) return undefined
    parts.push({
      name,
      isPacked: method === 8,
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return parts
}

/** Whether every part has exactly the size in the directory, and all together are within the limit. */
async function unpackToTheirSize({ file, size }: Looked, parts: Part[]): Promise<boolean> {
  if (parts.reduce((sum, { unpacked }) => sum + unpacked, 0) > mostBytesUnpacked) return false
  const head = Buffer.alloc(headLength)
  for (const { isPacked, packed, unpacked, at } of parts) {
    const { bytesRead } = await file.read(head, 0, headLength, at)
    if (bytesRead < headLength || head.readUInt32LE(0) !== 0x04034b50) return false
    const start = at + headLength + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (start + packed > size) return false
    if (!isPacked ? packed !== unpacked : !(await unpacksTo(unpacked, start, packed))) return false
  }
  return true

  async function unpacksTo(expected: number, start: number, packed: number): Promise<boolean> {
    if (packed === 0) return false
    const bytes = file.createReadStream({ start, end: start + packed - 1, autoClose: false })
    let seen = 0
    const count = new Writable({
      write(chunk: Buffer, _encoding, done) {
        seen += chunk.length
        done(seen > expected ? new Error('more than was said') : null)
      },
    })
    return pipeline(bytes, createInflateRaw(), count).then(
      () => seen === expected,
      () => false,
    )
  }
}

const isPart = (name: string) =>
  /^[^/\\:]/.test(name) &&
  !/(^|\/)\.\.(\/|$)|[\\\0]/.test(name) &&
  /\.(xml|rels|model|png|jpe?g|texture|config|json|txt)$|\/$/i.test(name)
