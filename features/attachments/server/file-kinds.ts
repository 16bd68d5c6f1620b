import type { Share } from '#kit/server/turns.ts'
import type { AttachmentType } from '../contract.ts'
import type { Looked } from './looked-file.ts'
import { is3mf } from './three-mf.ts'

/** Whether the bytes match the extension and contain nothing else (security.md S47). */
export async function isReally(type: AttachmentType, looked: Looked, share: Share): Promise<boolean> {
  // A ZIP appended to another file makes the whole a valid archive (a polyglot).
  if (type !== '3mf' && endsAsZip(looked)) return false
  return kinds[type](looked, share)
}

const kinds: Record<AttachmentType, (looked: Looked, share: Share) => boolean | Promise<boolean>> = {
  // Images are re-encoded afterwards, so anything hidden behind their first bytes is lost.
  jpg: ({ head }) => starts(head, [0xff, 0xd8, 0xff]),
  png: ({ head }) => starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  webp: ({ head }) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
  pdf: ({ head, tail }) =>
    /^%PDF-\d\.\d/.test(text(head, 0, 16)) && text(tail).slice(-1_100).includes('%%EOF') && !isMarkup(head),
  stl: async looked => isBinaryStl(looked) || (await isTextStl(looked)),
  ply: isPly,
  obj: async looked => isObj(looked.head) && (await isPlainText(looked)),
  '3mf': is3mf,
}

const starts = (head: Buffer, magic: number[]) => magic.every((byte, index) => head[index] === byte)
const text = (bytes: Buffer, from = 0, to = bytes.length) => bytes.toString('latin1', from, to)
const isMarkup = (head: Buffer) => /<(!doctype|html|script|svg|body|iframe|\?xml)/i.test(text(head, 0, 1_024))

/** Whether the end is a ZIP's: its end-of-directory record, followed only by the comment. */
export function endsAsZip({ tail }: Pick<Looked, 'tail'>): boolean {
  for (let at = tail.lastIndexOf('PK\x05\x06'); at >= 0; at = at > 0 ? tail.lastIndexOf('PK\x05\x06', at - 1) : -1) {
    if (at + 22 <= tail.length && tail.readUInt16LE(at + 20) === tail.length - at - 22) return true
  }
  return false
}

/** Programs, archives, documents, pictures, sounds. */
const otherBeginnings = [
  'MZ',
  '\x7fELF',
  '#!',
  '\xca\xfe\xba\xbe',
  '\xcf\xfa\xed\xfe',
  '\xce\xfa\xed\xfe',
  '%PDF',
  'PK',
  'Rar!',
  '7z',
  '\x1f\x8b',
].concat(['GIF8', 'BM', 'RIFF', '\xff\xd8\xff', '\x89PNG', 'ID3', 'OggS'])

/** The first 80 bytes may hold anything, so they must at least not be the signature of another format. */
function isBinaryStl({ head, size }: Looked): boolean {
  if (size < 84 + 50 || size !== 84 + 50 * head.readUInt32LE(80)) return false
  if (otherBeginnings.some(beginning => text(head, 0, 8).startsWith(beginning))) return false
  if (isMarkup(head.subarray(0, 80))) return false
  const triangles = Math.min((size - 84) / 50, Math.floor((head.length - 84) / 50), 200)
  for (let triangle = 0; triangle < triangles; triangle++) {
    for (let value = 3; value < 12; value++) {
      if (!Number.isFinite(head.readFloatLE(84 + triangle * 50 + value * 4))) return false
    }
  }
  return true
}

async function isTextStl(looked: Looked): Promise<boolean> {
  const begins = /^\s{0,9}solid\b[^\n]*\n\s{0,99}facet normal [^\n]*\n\s{0,99}outer loop\s/i.test(
    text(looked.head, 0, 4_096),
  )
  const lastLine = text(looked.tail).slice(-1_024).trimEnd().split('\n').at(-1) ?? ''
  return begins && /\bendsolid\b/i.test(lastLine) && isPlainText(looked)
}

async function isPly(looked: Looked): Promise<boolean> {
  const start = text(looked.head, 0, 16_384)
  const end = /\r?\nend_header\r?\n/.exec(start)
  if (!end || !/^ply\r?\n/.test(start)) return false
  const header = start.slice(0, end.index)
  const format = /^ply\r?\n(?:comment[^\n]*\n)*format (ascii|binary_little_endian|binary_big_endian) 1\.0/.exec(
    header,
  )?.[1]
  if (!format || !/\nelement vertex \d+/.test(header) || /[^\t\r\n\x20-\xff]|</.test(header)) return false
  return format !== 'ascii' || isPlainText(looked)
}

/** Every line at the beginning is a known statement of the format, and some are vertices. */
function isObj(head: Buffer): boolean {
  const lines = text(head, 0, 64 * 1024).split(/\r\n|\r|\n/)
  if (lines.length > 1) lines.pop()
  const known = /^\s*(#.*|(v|vn|vt|vp|f|l|p|o|g|s|mg|mtllib|usemtl)(\s.*)?)?$/
  return lines.some(line => /^\s*v\s+-?[\d.]/.test(line)) && lines.every(line => known.test(line))
}

/** Control characters other than white space, and "<", which begins a tag. */
const isForeign = (byte: number) => byte < 9 || (byte > 13 && byte < 32) || byte === 0x3c

/** Whether the file has neither control characters nor tags. */
async function isPlainText({ file, size }: Looked): Promise<boolean> {
  const buffer = Buffer.alloc(64 * 1024)
  for (let at = 0; at < size; at += buffer.length) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (buffer.subarray(0, bytesRead).some(isForeign)) return false
  }
  return true
}
