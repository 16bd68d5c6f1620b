import type { Looked } from './looked-file.ts'

const mostParts = 1_000
const mostBytesUnpacked = 400 * 1024 * 1024

/**
 * 3MF is a zip in which certain parts must be and others may not. Only its directory is read; nothing is ever unpacked
 * here, so nothing can blow up here either, but it shall not in the laboratory.
 */
export async function is3mf({ head, tail, size, file }: Looked): Promise<boolean> {
  if (head.readUInt32LE(0) !== 0x04034b50) return false
  const end = tail.lastIndexOf('PK\x05\x06')
  if (end < 0 || tail.length - end < 22 || tail.readUInt16LE(end + 20) !== tail.length - end - 22) return false
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  // Nothing before the first part, nothing between directory and end: no place for a second file.
  if (count === 0 || count > mostParts || start + length !== size - (tail.length - end)) return false
  const directory = Buffer.alloc(length)
  await file.read(directory, 0, length, start)
  const names = partsOf(directory, count)
  return !!names?.includes('[Content_Types].xml') && names.some(name => /^3D\/.+\.model$/i.test(name))
}

function partsOf(directory: Buffer, count: number): string[] | undefined {
  const names: string[] = []
  let unpacked = 0
  let at = 0
  while (names.length < count) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) return undefined
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    const method = directory.readUInt16LE(at + 10)
    unpacked += directory.readUInt32LE(at + 24)
    const nameLength = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    if (isEncrypted || (method !== 0 && method !== 8) || unpacked > mostBytesUnpacked || !isPart(name)) return undefined
    names.push(name)
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}

const isPart = (name: string) =>
  /^[^/\\:]/.test(name) &&
  !/(^|\/)\.\.(\/|$)|[\\\0]/.test(name) &&
  /\.(xml|rels|model|png|jpe?g|texture|config|json|txt)$|\/$/i.test(name)
