/**
 * Whether copying worked: without TLS there is no clipboard, and a browser may refuse, for example when the press was too long
 * ago.
 */
export const copied = async (words: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return false
  }
}
