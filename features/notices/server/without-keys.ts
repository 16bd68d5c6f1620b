/** Places that open nothing for whoever is not signed in. */
const harmless = /^\/(?:(?:cases|invoices)(?:\/[\da-f-]{36})?|account(?:#notices)?|login|)$/

/**
 * A mail as somebody else may read it. An address that is more than a place of the portal may be the key to an account,
 * whatever wrote it: it is taken out, and only what is known as harmless stays. So are our keys where somebody quotes them
 * without the rest.
 */
export const withoutKeys = (text: string): string =>
  text
    .replace(/\S+/g, word => (!word.includes('://') || isHarmless(word) ? word : '[…]'))
    .replace(/(?:#|%23)(?:invitation|reset)(?:=|%3d)[\w-]+|\/unsubscribe\/[\w-]+/gi, '[…]')

function isHarmless(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && !url.search && !url.username && harmless.test(url.pathname + url.hash)
}
