import type { SessionEnd } from '#db/schema.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { cookieOf, hostCookie, type RefreshTokens } from './refresh-token.ts'
import { findSessionOfDevice } from './sql.ts'

/** Outlives the refresh cookie, because a user who is locked out by strangers has no session. */
const deviceCookie = '__Host-device'
const longestAbsenceSeconds = 90 * 24 * 3600

export const setDeviceCookie = (mark: string) => hostCookie(deviceCookie, mark, longestAbsenceSeconds)

/** Sessions that ended like this may have been used by somebody else. */
const suspicious: readonly SessionEnd[] = ['reuse', 'password_changed']

/**
 * The user's earlier session by the device's cookies: presenting one proves knowledge of the password, so a stranger learns
 * nothing. A session that may have been used by somebody else does not vouch for the device, but the user is still considered
 * familiar with it, also after a changed password.
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
