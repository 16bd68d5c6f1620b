import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Quality 5 is a millisecond or two for a page; the last percents would cost a tenth of a second. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }

export const compressPage = (html: string) => brotli(html, { params })

/**
 * A page as the browser takes it: three quarters of it are the style sheet, words of the same kind. It holds nothing secret
 * that its length could tell (security.md): the token never goes through the server's pages.
 */
export async function encodePage(
  html: string,
  accepted: string,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; encoding?: 'br' | 'gzip' }> {
  const takes = (encoding: string) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  if (takes('br')) return { body: new Uint8Array(await compressPage(html)), encoding: 'br' }
  if (takes('gzip')) return { body: new Uint8Array(await zip(html)), encoding: 'gzip' }
  return { body: html }
}
