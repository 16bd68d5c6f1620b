import { typeOfName } from '../rules.ts'

/** The files of an archive, as a scanner exports them. */
export type Unpacked = {
  files: File[]
  /** Names of files that may not be attached. */
  leftOut: string[]
}
export type WhyNotUnpacked = 'archive_unreadable' | 'archive_locked' | 'archive_too_large'

export class ArchiveFailure extends Error {
  readonly why: WhyNotUnpacked
  constructor(why: WhyNotUnpacked) {
    super(why)
    this.why = why
  }
}

const mostEntries = 1_000
/** For all files together, unpacked: what the memory of a phone holds. */
const mostBytes = 600 * 1024 * 1024
const mostOfDirectory = 1024 * 1024

type Entry = { name: string; method: number; crc: number; packed: number; unpacked: number; at: number }

const endLength = 22
const entryLength = 46
const headLength = 30
const longestComment = 65_535

/**
 * The files of a ZIP, read through its directory: never the whole archive at once, and never more of a file than the
 * directory says. Identical files are returned once.
 */
export async function unpack(archive: Blob): Promise<Unpacked> {
  const entries = await entriesOf(archive)
  const wanted = entries.filter(({ name }) => typeOfName(name))
  const once = [...new Map(wanted.map(entry => [`${entry.crc} ${entry.unpacked}`, entry])).values()]
  if (once.reduce((sum, { unpacked }) => sum + unpacked, 0) > mostBytes) throw new ArchiveFailure('archive_too_large')
  const files: File[] = []
  for (const entry of once) files.push(await fileOf(archive, entry))
  return { files, leftOut: entries.filter(({ name }) => !typeOfName(name)).map(({ name }) => name) }
}

const viewOf = async (blob: Blob, from: number, to: number) => new DataView(await blob.slice(from, to).arrayBuffer())

async function entriesOf(archive: Blob): Promise<Entry[]> {
  const tailAt = Math.max(0, archive.size - endLength - longestComment)
  const tail = await viewOf(archive, tailAt, archive.size)
  let end = tail.byteLength - endLength
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0) throw new ArchiveFailure('archive_unreadable')
  const count = tail.getUint16(end + 10, true)
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  // ZIP64, whose directory is elsewhere, applies only beyond these sizes, which cannot be sent anyway.
  if (count > mostEntries || length > mostOfDirectory) throw new ArchiveFailure('archive_too_large')
  const directory = await viewOf(archive, start, start + length)
  const entries: Entry[] = []
  let place = 0
  for (let left = count; left > 0; left -= 1) {
    if (place + entryLength > directory.byteLength || directory.getUint32(place, true) !== 0x02014b50)
      throw new ArchiveFailure('archive_unreadable')
    const flags = directory.getUint16(place + 8, true)
    if (flags & 1) throw new ArchiveFailure('archive_locked')
    const nameEnd = place + entryLength + directory.getUint16(place + 28, true)
    if (nameEnd > directory.byteLength) throw new ArchiveFailure('archive_unreadable')
    const bytes = new Uint8Array(directory.buffer, place + entryLength, nameEnd - place - entryLength)
    const path = nameIn(bytes, (flags & 0x800) !== 0)
    const name = path.split(/[/\\]/).at(-1) ?? ''
    // Folders, and the metadata files of macOS.
    if (name && !name.startsWith('.') && !path.startsWith('__MACOSX'))
      entries.push({
        name,
        method: directory.getUint16(place + 10, true),
        crc: directory.getUint32(place + 16, true),
        packed: directory.getUint32(place + 20, true),
        unpacked: directory.getUint32(place + 24, true),
        at: directory.getUint32(place + 42, true),
      })
    place = nameEnd + directory.getUint16(place + 30, true) + directory.getUint16(place + 32, true)
  }
  return entries
}

/** Letters of code page 850 from 128 on, which Windows in France uses for names; the rest of the page becomes "_". */
const oem = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ'

function nameIn(bytes: Uint8Array<ArrayBuffer>, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isUtf8) return new TextDecoder().decode(bytes)
    return [...bytes].map(byte => (byte < 128 ? String.fromCharCode(byte) : (oem[byte - 128] ?? '_'))).join('')
  }
}

async function fileOf(archive: Blob, { name, method, packed, unpacked, at }: Entry): Promise<File> {
  const head = await viewOf(archive, at, at + headLength)
  if (head.byteLength < headLength || head.getUint32(0, true) !== 0x04034b50 || (method !== 0 && method !== 8))
    throw new ArchiveFailure('archive_unreadable')
  const start = at + headLength + head.getUint16(26, true) + head.getUint16(28, true)
  const bytes = archive.slice(start, start + packed)
  if (method === 0 && packed !== unpacked) throw new ArchiveFailure('archive_unreadable')
  if (method === 0) return new File([bytes], name)
  return new File(await unpackedParts(bytes, unpacked), name)
}

/** Stops at the expected size: a small file can unpack to any number of zeros (a ZIP bomb). */
async function unpackedParts(packed: Blob, expected: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let seen = 0
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      seen += value.byteLength
      if (seen > expected) break
      parts.push(value)
    }
  } catch {
    throw new ArchiveFailure('archive_unreadable')
  }
  if (seen === expected) return parts
  await reader.cancel()
  throw new ArchiveFailure('archive_unreadable')
}
