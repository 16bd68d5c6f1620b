import type { SessionEnd } from '#db/schema.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { cookieOf, hostCookie, type RefreshTokens } from './refresh-token.ts'
import { listSessionsOfDevice } from './sql.ts'

/** The mark of whoever has signed in last. Outlives the refresh cookie, because a user locked out by strangers has no session. */
const deviceCookie = '__Host-device'
/** The marks of those who have signed in on the same device before, latest first: an office shares a computer. */
const othersCookie = '__Host-others'
const mostOthers = 7
const between = '~'
const longestAbsenceSeconds = 90 * 24 * 3600

export const setDeviceCookie = (mark: string) => hostCookie(deviceCookie, mark, longestAbsenceSeconds)
export const setOthersCookie = (marks: readonly string[]) =>
  hostCookie(othersCookie, marks.join(between), longestAbsenceSeconds)

const marksIn = (headers: Headers) => [
  cookieOf(headers, deviceCookie),
  ...(cookieOf(headers, othersCookie)?.split(between, mostOthers) ?? []),
]

/** Sessions that ended like this may have been used by somebody else. */
const suspicious: readonly SessionEnd[] = ['reuse', 'password_changed']

/** The sessions that these tokens prove, in the same order. */
async function provenBy(
  laboratory: Laboratory,
  refreshTokens: RefreshTokens,
  tokens: readonly ReturnType<RefreshTokens['read']>[],
) {
  const shown = tokens.filter(token => token !== undefined)
  const sessions = await listSessionsOfDevice(
    laboratory,
    shown.map(({ sessionId }) => sessionId),
  )
  return shown.flatMap(token => {
    const session = sessions.find(({ id }) => id === token.sessionId)
    return session && refreshTokens.isGenuine(token, session) ? [session] : []
  })
}

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
  const marks = marksIn(headers).map(mark => refreshTokens.readMark(mark))
  for (const session of await provenBy(laboratory, refreshTokens, [refreshTokens.read(cookieOf(headers)), ...marks])) {
    if (session.user_id !== userId) continue
    if (session.ended_because !== 'reuse') isFamiliar = true
    if (!suspicious.some(end => end === session.ended_because)) return { vouching: session.id, isFamiliar }
  }
  return { isFamiliar }
}

/** The marks to keep beside this user's new one: of each of the others the latest. */
export async function marksOfOthers(
  laboratory: Laboratory,
  refreshTokens: RefreshTokens,
  headers: Headers,
  userId: string,
): Promise<string[]> {
  const marks = marksIn(headers).map(mark => refreshTokens.readMark(mark))
  const proven = (await provenBy(laboratory, refreshTokens, marks)).filter(({ user_id }) => user_id !== userId)
  const latest = proven.filter((one, place) => proven.findIndex(({ user_id }) => user_id === one.user_id) === place)
  return latest.slice(0, mostOthers).map(session => refreshTokens.makeMark(session))
}
