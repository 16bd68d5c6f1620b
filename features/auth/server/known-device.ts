import type { SessionEnd } from '#db/schema.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { cookieOf, hostCookie, type RefreshTokens } from './refresh-token.ts'
import { findSessionOfDevice } from './sql.ts'

/** Stays when the refresh cookie has gone with its session: who is locked out by strangers is signed out to begin with. */
const deviceCookie = '__Host-device'
const longestAbsenceSeconds = 90 * 24 * 3600

export const setDeviceCookie = (mark: string) => hostCookie(deviceCookie, mark, longestAbsenceSeconds)

/** Sessions that end like this may have been in other hands. */
const suspicious: readonly SessionEnd[] = ['reuse', 'password_changed']

/**
 * The earlier session of this user whose cookie comes along, if any: whoever shows it has known the password, so no stranger
 * learns from it that there is such a user. One that may have been in other hands vouches for nobody; that its user has been
 * here is known all the same, after a changed password too.
 */
export async function knownDevice(
  laboratory: Laboratory,
  refreshTokens: RefreshTokens,
  headers: Headers,
  userId: string | undefined,
): Promise<{ vouching?: string; isFamiliar: boolean }> {
  let isFamiliar = false
  for (const shown of [
    refreshTokens.read(cookieOf(headers)),
    refreshTokens.readMark(cookieOf(headers, deviceCookie)),
  ]) {
    const session = shown && (await findSessionOfDevice(laboratory, shown.sessionId))
    if (!session || session.user_id !== userId || !refreshTokens.isGenuine(shown, session)) continue
    if (session.ended_because !== 'reuse') isFamiliar = true
    if (!suspicious.some(end => end === session.ended_because)) return { vouching: session.id, isFamiliar }
  }
  return { isFamiliar }
}
