import { type Language, languages } from '#kit/language.ts'
import { staffRoles } from '#tenancy/rights.ts'
import type { UserInfo } from '../contract.ts'

/** The user by the token's claims. `language` is null if it is none of ours. */
export type SignedInUser = Readable<UserInfo>
type Readable<U> = U extends UserInfo ? Omit<U, 'language'> & { language: Language | null } : never

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Only `id` and `exp` are required; the other claims are for display, so a missing one does not end the session. */
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
    // An unknown role, of a newer release, is shown like the one with the fewest screens.
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

/** Decodes a token's payload; the server checks the signature. Null if it is no usable session. */
export function decodeToken(token: string | null): SignedInUser | null {
  // Cached, because a starting page decodes the same token five times.
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
