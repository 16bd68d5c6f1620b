import { type Language, languages } from '#kit/language.ts'
import { staffRoles } from '#tenancy/rights.ts'
import type { UserInfo } from '../contract.ts'

/** Who the token says is here. `language` is null where the token has none that we speak. */
export type SignedInUser = Readable<UserInfo>
type Readable<U> = U extends UserInfo ? Omit<U, 'language'> & { language: Language | null } : never

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** `id` and `exp` make a session; the other claims only dress the screen, so a missing one is not a reason to leave. */
function userOf(claims: Record<string, unknown>): SignedInUser | null {
  const { id, exp } = claims
  if (typeof id !== 'string' || id === '' || typeof exp !== 'number' || !Number.isFinite(exp)) return null
  const shown = {
    id,
    exp,
    firstName: textOf(claims.firstName),
    lastName: textOf(claims.lastName),
    title: textOf(claims.title),
    email: textOf(claims.email),
    language: languages.find(language => language === claims.language) ?? null,
    countrycode: textOf(claims.countrycode),
  }
  if (claims.kind === 'staff') {
    // Of a role that this release does not know, the one that shows least.
    const role = staffRoles.find(role => role === claims.role) ?? 'accounting'
    return { ...shown, kind: 'staff', role, owesSecondFactor: claims.owesSecondFactor === true }
  }
  return {
    ...shown,
    kind: 'practice',
    accountType: claims.accountType === 'manager' ? 'manager' : 'doctor',
    isDLCPM: claims.isDLCPM === true,
    isPracticeDoctor: claims.isPracticeDoctor === true,
  }
}

let read: { token: string | null; user: SignedInUser | null } | undefined

/** Reads the payload of a token; its signature is the server's business. Null when it makes no session. */
export function decodeToken(token: string | null): SignedInUser | null {
  // A page that begins asks five times for the same one.
  if (read?.token !== token) read = { token, user: decode(token) }
  return read.user
}

function decode(token: string | null): SignedInUser | null {
  const parts = token?.split('.') ?? []
  if (parts.length !== 3) return null
  try {
    return userOf(JSON.parse(utf8(parts[1] ?? '')))
  } catch {
    return null
  }
}

/** base64url to text: `atob` alone would turn "Émilie" into "Ã‰milie". */
function utf8(base64url: string) {
  const bytes = Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), byte => byte.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
