import * as v from 'valibot'
import { Language } from '#kit/language.ts'
import { AccountType, UserInfo } from '../contract.ts'

/** `id` and `exp` make a session; the other claims only dress the screen, so a missing one is not a reason to leave. */
const Claims = v.object({
  ...UserInfo.entries,
  id: v.pipe(v.string(), v.nonEmpty()),
  exp: v.pipe(v.number(), v.finite()),
  firstName: v.fallback(v.string(), ''),
  lastName: v.fallback(v.string(), ''),
  title: v.fallback(v.string(), ''),
  email: v.fallback(v.string(), ''),
  language: v.fallback(v.nullable(Language), null),
  countrycode: v.fallback(v.string(), ''),
  accountType: v.fallback(AccountType, 'doctor'),
  isDLCPM: v.fallback(v.boolean(), false),
  isPracticeDoctor: v.fallback(v.boolean(), false),
})
/** Who the token says is here. `language` is null where the token has none that we speak. */
export type SignedInUser = v.InferOutput<typeof Claims>

/** Reads the payload of a token; its signature is the server's business. Null when it makes no session. */
export function decodeToken(token: string | null): SignedInUser | null {
  const parts = token?.split('.') ?? []
  if (parts.length !== 3) return null
  try {
    const claims = v.safeParse(Claims, JSON.parse(utf8(parts[1] ?? '')))
    return claims.success ? claims.output : null
  } catch {
    return null
  }
}

/** base64url to text: `atob` alone would turn "Émilie" into "Ã‰milie". */
function utf8(base64url: string) {
  const bytes = Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), byte => byte.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
