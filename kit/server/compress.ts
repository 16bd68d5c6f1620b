import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Endpoint } from '#kit/contract.ts'

export type Encoding = 'br' | 'gzip'
type Bytes = Uint8Array<ArrayBuffer>

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const taken = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

/** The better of the encodings that the browser accepts. */
export const encodingFor = (accepted: string): Encoding | undefined =>
  (['br', 'gzip'] as const).find(encoding => taken[encoding].test(accepted))

export async function compressText(text: string, encoding: Encoding, quality: number): Promise<Bytes> {
  const bytes = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  }
  // Small answers are compressed here: sooner than another thread could start, and for a third of the work.
  if (bytes.length <= smallLetters)
    return new Uint8Array(encoding === 'br' ? brotliCompressSync(bytes, { params }) : gzipSync(bytes))
  return new Uint8Array(encoding === 'br' ? await brotli(bytes, { params }) : await zip(bytes))
}

const smallLetters = 32 * 1024
/**
 * 256 kB, more than a page has. With brotli's default of 4 MB each page would allocate and free that memory: five milliseconds of
 * processor time instead of one and a half.
 */
const windowBits = 18
/** Shorter answers fit one packet uncompressed. */
const leastLetters = 1_024
/** A tenth of a millisecond for a page of a list; the next level costs twice that for four per cent. */
const answerQuality = 4

/**
 * Only reads are compressed, never the answers to actions: tokens, links, keys and secrets are shown by the POST that makes them,
 * and a compressed length could reveal them (BREACH).
 */
export const mayBeCompressed = ({ method, cookie }: Pick<Endpoint, 'method' | 'cookie'>) => method === 'GET' && !cookie

/** Compresses the answer's body where that pays, and sets the headers for it. */
export async function compressAnswer(text: string, accepted: string | null, headers: Headers): Promise<string | Bytes> {
  headers.append('vary', 'Accept-Encoding')
  const encoding = text.length < leastLetters ? undefined : encodingFor(accepted ?? '')
  if (!encoding) return text
  headers.set('content-encoding', encoding)
  return compressText(text, encoding, answerQuality)
}
