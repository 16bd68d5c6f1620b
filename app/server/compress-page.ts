import { compressText, type Encoding, encodingFor } from '#kit/server/compress.ts'

/** Under a millisecond for a page, as 5 is, for two per cent less; the last percents would cost a tenth of a second. */
const quality = 7

export const compressPage = (html: string) => compressText(html, 'br', quality)

/**
 * A page as the browser takes it: three quarters of it are the style sheet, words of the same kind. It holds nothing secret
 * that its length could tell (security.md): the token never goes through the server's pages.
 */
export async function encodePage(
  html: string,
  accepted: string,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; encoding?: Encoding }> {
  const encoding = encodingFor(accepted)
  return encoding ? { body: await compressText(html, encoding, quality), encoding } : { body: html }
}
