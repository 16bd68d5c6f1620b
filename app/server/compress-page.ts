import { compressText, type Encoding, encodingFor } from '#kit/server/compress.ts'

/** Under a millisecond for a page, like level 5, for two per cent less; the last few per cent would cost a tenth of a second. */
const quality = 7

export const compressPage = (html: string) => compressText(html, 'br', quality)

/**
 * Compresses a page, three quarters of which is its style sheet. Its length cannot leak a secret (security.md): tokens never go
 * through the server's pages.
 */
export async function encodePage(
  html: string,
  accepted: string,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; encoding?: Encoding }> {
  const encoding = encodingFor(accepted)
  return encoding ? { body: await compressText(html, encoding, quality), encoding } : { body: html }
}
