import type { SessionEnd } from '#db/schema.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import type { Secrets } from '#kit/server/keys.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { newTurns } from '#kit/server/turns.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { asSignedIn, asVisitor } from '#tenancy/server/guards.ts'
import type { JobSender } from '#tenancy/server/job.ts'
import { authCalls } from '../contract.ts'
import { sessionCalls } from '../session-contract.ts'
import type { Attempts } from './attempts.ts'
import { makeChallenge } from './challenge.ts'
import { Entrance } from './entrance.ts'
import { knownDevice } from './known-device.ts'
import { commitUnwritten, settle } from './limits-sql.ts'
import { PasskeyChallenges } from './passkey-challenges.ts'
import { ownPasskeyRoutes, passkeyRoutes } from './passkey-routes.ts'
import { passwordMatches } from './password.ts'
import { loginOf, passwordRoutes } from './password-routes.ts'
import { clearCookie, cookieOf, RefreshTokens, type ShownToken, setCookie } from './refresh-token.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { secondStepRoutes } from './second-step-routes.ts'
import { whyEnded } from './session-end.ts'
import {
  findSessionForRefresh,
  findUserByLogin,
  listSessions,
  setOtherSessionsEnded,
  setSessionEnded,
  setSessionRotated,
  type UserRow,
} from './sql.ts'

export function authRoutes(
  api: Api,
  secrets: Secrets,
  means: { attempts: Attempts; jobs: JobSender; areMailsSent: boolean },
) {
  const { attempts } = means
  const refreshTokens = new RefreshTokens(secrets)
  const entrance = new Entrance(api, refreshTokens)
  /** Many requests with one cookie queue here, not holding a connection each for the session's row lock. */
  const refreshTurns = newTurns({
    name: 'refreshes',
    atOnce: Number.POSITIVE_INFINITY,
    atOnceOfOne: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1],
    longestQueue: 1_000,
    longestWait: 2_000,
    retryAfter: 2,
  })

  on(api, authCalls.login, asVisitor, async ({ actor: visitor, body, incoming, outgoing, refuse }) => {
    const login = loginOf(body)
    // The host is checked before anything is counted or hashed: an unknown host costs nothing.
    const { user, attempt, isFamiliar } = await visitor.laboratory(async laboratory => {
      const user = await findUserByLogin(laboratory, login)
      const userId = user?.user_id
      const { vouching: device, isFamiliar } = await knownDevice(laboratory, refreshTokens, incoming, userId)
      const { brandId } = laboratory
      // Counted by login even when the address was typed, so that knowing both gives no extra tries.
      const counted = user?.login ?? login
      return { user, isFamiliar, attempt: { brandId, login: counted, address: visitor.address, device, userId } }
    })
    const begun = await attempts.inTurn(visitor.laboratory, attempt, async limits => {
      const isRight = await passwordMatches(body.password, user?.password_hash)
      if (!isRight || !user)
        return visitor.laboratory(async laboratory => {
          await recordRefusal(laboratory, user, visitor.requestId)
          await settle(laboratory, limits, false)
        })
      // In a transaction of its own without waiting for the disk, so that a whole office does not queue for it; the session
      // itself is written durably before the answer.
      await visitor.laboratory(laboratory =>
        Promise.all([commitUnwritten(laboratory), settle(laboratory, limits, true)]),
      )
      return visitor.laboratory(async laboratory => {
        const { user_id: userId, password_hash: passwordHash } = user
        if (passwordHash && user.has_authenticator)
          return { challenge: await makeChallenge(laboratory, userId, passwordHash) }
        const { requestId } = visitor
        return entrance.begin(laboratory, user, { requestId, headers: incoming, isFamiliar, secondFactor: null })
      })
    })
    if (!user || !begun) return refuse('credentials_wrong')
    return { data: 'challenge' in begun ? begun : await entrance.admit(outgoing, begun, user) }
  })

  on(api, authCalls.refresh, asVisitor, async ({ actor: visitor, incoming, outgoing, refuse }) => {
    const shown = refreshTokens.read(cookieOf(incoming))
    if (!shown) return refuse('session_ended')
    // Returns a value instead of throwing, because an ended session must be committed although the caller is refused.
    const renewed = await refreshTurns.inTurn({ tenant: visitor.host, user: shown.sessionId }, () =>
      visitor.laboratory(laboratory => renew(laboratory, refreshTokens, shown, visitor.requestId)),
    )
    if (!renewed) {
      outgoing.append('set-cookie', clearCookie)
      return refuse('session_ended')
    }
    outgoing.append('set-cookie', setCookie(renewed.refreshToken))
    return { data: { token: await entrance.accessToken(renewed.brandId, renewed.session, renewed.session) } }
  })

  on(api, authCalls.logout, asVisitor, async ({ actor: visitor, incoming, outgoing }) => {
    outgoing.append('set-cookie', clearCookie)
    const shown = refreshTokens.read(cookieOf(incoming))
    const bearer = await api.services.accessTokens.verify(incoming.get('authorization')?.split(' ')[1] ?? '')
    if (!shown && !bearer) return undefined
    await visitor.laboratory(async laboratory => {
      const session = shown && (await findSessionForRefresh(laboratory, shown.sessionId))
      if (shown && session && refreshTokens.isGenuine(shown, session))
        await endSession(laboratory, session.id, 'logout', visitor.requestId)
      if (bearer && bearer.brandId === laboratory.brandId)
        await endSession(laboratory, bearer.sessionId, 'logout', visitor.requestId)
    })
    return undefined
  })

  on(api, sessionCalls.list, asSignedIn, async ({ actor: user }) => {
    const sessions = (await listSessions(user)).map(one => ({ ...one, isCurrent: one.id === user.sessionId }))
    return { data: sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) }
  })

  on(api, sessionCalls.end, asSignedIn, async ({ actor: user, params, requestId }) => {
    // Row-level security hides other users' sessions: they are simply not found.
    const ended = await setSessionEnded(user, params.id, 'ended_by_user')
    if (!ended) throw problem('not_found')
    await recordEvent(user, { kind: 'session_ended', requestId, userId: user.userId, sessionId: params.id })
    return undefined
  })

  on(api, sessionCalls.endOthers, asSignedIn, async ({ actor: user, requestId }) => {
    for (const { id } of await setOtherSessionsEnded(user, 'ended_by_user'))
      await recordEvent(user, { kind: 'session_ended', requestId, userId: user.userId, sessionId: id })
    return undefined
  })

  secondStepRoutes(api, { attempts, entrance, refreshTokens })
  secondFactorRoutes(api, attempts)
  passwordRoutes(api, means)
  passkeyRoutes(api, {
    attempts,
    challenges: new PasskeyChallenges(secrets),
    entrance,
    refreshTokens,
  })
  ownPasskeyRoutes(api, { attempts, challenges: new PasskeyChallenges(secrets) })
}

async function renew(laboratory: Laboratory, refreshTokens: RefreshTokens, shown: ShownToken, requestId: string) {
  const session = await findSessionForRefresh(laboratory, shown.sessionId)
  if (!session || session.ended_at || session.disabled_at || !refreshTokens.isGenuine(shown, session)) return undefined
  const ended = whyEnded(session, shown.generation)
  if (ended) {
    await endSession(laboratory, session.id, ended, requestId)
    return undefined
  }
  const { brandId } = laboratory
  if (shown.generation !== session.refresh_generation)
    return { session, brandId, refreshToken: refreshTokens.make(session, session.refresh_generation) }
  const rotated = await setSessionRotated(laboratory, session.id, shown.generation)
  // Another process was faster: its rotation is now visible, and this generation never comes again.
  if (!rotated) return renew(laboratory, refreshTokens, shown, requestId)
  return { session, brandId, refreshToken: refreshTokens.make(session, rotated.refresh_generation) }
}

const recordRefusal = (laboratory: Laboratory, user: UserRow | undefined, requestId: string) =>
  recordEvent(laboratory, { kind: 'sign_in_refused', requestId, ...(user ? { userId: user.user_id } : {}) })

async function endSession(laboratory: Laboratory, sessionId: string, because: SessionEnd, requestId: string) {
  const ended = await setSessionEnded(laboratory, sessionId, because)
  if (!ended) return
  const kind = because === 'logout' ? 'signed_out' : because === 'reuse' ? 'refresh_token_reused' : 'session_ended'
  await recordEvent(laboratory, { kind, requestId, userId: ended.user_id, sessionId })
}
