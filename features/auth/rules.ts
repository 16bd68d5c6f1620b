import { type Audience, audienceAt, homes } from '#tenancy/audience.ts'

/** The `redirect` parameter, which says where to go after signing in; all other parameters are dropped. */
export const redirectSearch = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

const home = '/'
const longest = 2000
/** Printable ASCII without the backslash, which browsers read as a slash. Anything else must be escaped in an address. */
const printable = /^[!-[\]-~]+$/
const open = ['/login', '/signup']

/**
 * Where to go after signing in. Only a path of this site that our own router could have written passes; everything else goes
 * home. Checked again after each level of %-escapes, because an intermediary may unescape it.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > longest || !printable.test(wanted)) return home
  const path = /^[^?#]*/.exec(wanted)?.[0] ?? ''
  let level = path
  for (let depth = 0; depth < 4; depth++) {
    if (!isPlainPath(level)) return home
    const next = unescaped(level)
    if (next === undefined) return home
    if (next === level) return isOpen(path) ? home : wanted
    level = next
  }
  return home
}

/** The requested page if it belongs to the user's audience, otherwise their home. */
export function placeAfterSignIn(kind: Audience, wanted: unknown): string {
  const place = safeRedirect(wanted)
  return audienceAt(place.replace(/[?#].*/, '')) === kind ? place : homes[kind]
}

function isPlainPath(path: string) {
  return (
    path.startsWith('/') &&
    !path.includes('//') &&
    !path.includes('\\') &&
    !/\p{Cc}|%2f|%5c/iu.test(path) &&
    !path.split('/').some(segment => segment === '.' || segment === '..')
  )
}

function unescaped(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** The pages for visitors, which are pointless as a target after signing in. */
export const isOpen = (path: string) =>
  open.some(one => path.toLowerCase() === one || path.toLowerCase().startsWith(`${one}/`))
