/** Paths that give no access without signing in. */
const harmless = /^\/(?:(?:cases|invoices)(?:\/[\da-f-]{36})?|account(?:#notices)?|login|)$/

/**
 * A mail as shown to somebody else. Any link may be the key to an account, whatever wrote it: only paths known to be
 * harmless are kept. Our keys are removed as well where they are quoted without the rest of their link.
 */
export const withoutKeys = (text: string): string =>
  text
    .replace(/\S+/g, word => (!word.includes('://') || isHarmless(word) ? word : '[…]'))
    .replace(/(?:#|%23)(?:invitation|reset)(?:=|%3d)[\w-]+|\/unsubscribe\/[\w-]+/gi, '[…]')

function isHarmless(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && !url.search && !url.username && harmless.test(url.pathname + url.hash)
}
