import { randomBytes } from 'node:crypto'
import type { SecondFactor, SessionEnd } from '#db/schema.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import type { Secrets } from '#kit/server/keys.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { newTurns } from '#kit/server/turns.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { asSignedIn, asVisitor } from '#tenancy/server/guards.ts'
import type { JobSender } from '#tenancy/server/job.ts'
import { sessionCalls } from '../access-contract.ts'
import { authCalls, type UserInfo } from '../contract.ts'
import { Attempts } from './attempts.ts'
import { deviceOf } from './device.ts'
import { knownDevice, setDeviceCookie } from './known-device.ts'
import { commitUnwritten, settle } from './limits-sql.ts'
import { newDeviceMail } from './mail-text.ts'
import { PasskeyChallenges } from './passkey-challenges.ts'
import { ownPasskeyRoutes, passkeyRoutes, type SignIn } from './passkey-routes.ts'
import { passwordMatches } from './password.ts'
import { loginOf, passwordRoutes } from './password-routes.ts'
import {
  absoluteLimitSeconds,
  clearCookie,
  cookieOf,
  graceSeconds,
  idleLimitSeconds,
  RefreshTokens,
  type ShownToken,
  setCookie,
} from './refresh-token.ts'
import {
  endSupersededSessions,
  findSessionForRefresh,
  findUserByLogin,
  hasEarlierSession,
  insertSession,
  listSessions,
  setOtherSessionsEnded,
  setSessionEnded,
  setSessionRotated,
  type UserRow,
} from './sql.ts'

export function authRoutes(api: Api, secrets: Secrets, jobs: JobSender) {
  const refreshTokens = new RefreshTokens(secrets)
  const attempts = new Attempts()
  /** Whoever shows one cookie many times waits here, and not with a connection for the row of its session. */
  const refreshTurns = newTurns({
    name: 'refreshes',
    atOnce: Number.POSITIVE_INFINITY,
    atOnceOfOne: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1],
    longestQueue: 1_000,
    longestWait: 2_000,
    retryAfter: 2,
  })

  const accessToken = (brandId: string, sessionId: string, user: Omit<UserRow, 'password_hash'>) =>
    api.services.accessTokens.sign({ brandId, sessionId }, claimsOf(user))

  on(api, authCalls.login, asVisitor, async ({ actor: visitor, body, incoming, outgoing, refuse }) => {
    const login = loginOf(body)
    // Known before anything is counted or hashed: an unknown host costs nothing.
    const { user, attempt, isFamiliar } = await visitor.laboratory(async laboratory => {
      const user = await findUserByLogin(laboratory, login)
      const userId = user?.user_id
      const { vouching: device, isFamiliar } = await knownDevice(laboratory, refreshTokens, incoming, userId)
      const { brandId } = laboratory
      return { user, isFamiliar, attempt: { brandId, login, address: visitor.address, device, userId } }
    })
    const session = await attempts.inTurn(visitor.laboratory, attempt, async limits => {
      const isRight = await passwordMatches(body.password, user?.password_hash)
      if (!isRight || !user)
        return visitor.laboratory(async laboratory => {
          await recordRefusal(laboratory, user, visitor.requestId)
          await settle(laboratory, limits, false)
        })
      // By itself, so that a whole office does not wait in a row for the disk; a session is written before it is answered.
      await visitor.laboratory(laboratory =>
        Promise.all([commitUnwritten(laboratory), settle(laboratory, limits, true)]),
      )
      return visitor.laboratory(laboratory =>
        begin(laboratory, user, { requestId: visitor.requestId, incoming, isFamiliar, secondFactor: null }),
      )
    })
    if (!user || !session) return refuse('credentials_wrong')
    return signedIn(outgoing, attempt.brandId, session, user)
  })

  const begin: SignIn['begin'] = async (laboratory, user, { requestId, incoming, isFamiliar, secondFactor }) => {
    const session = await enter(laboratory, user, requestId, incoming, secondFactor)
    if (session && !isFamiliar) await tellOfNewDevice(laboratory, user, session.device)
    return session
  }

  const signedIn: SignIn['signedIn'] = async (outgoing, brandId, session, user) => {
    outgoing.append('set-cookie', setCookie(refreshTokens.make(session, session.refresh_generation)))
    outgoing.append('set-cookie', setDeviceCookie(refreshTokens.makeMark(session)))
    return { data: { token: await accessToken(brandId, session.id, user) } }
  }

  /** Whoever signs in for the first time need not be told of it. */
  async function tellOfNewDevice(laboratory: Laboratory, user: UserRow, device: string) {
    if (!(await hasEarlierSession(laboratory, user.user_id))) return
    const language = user.language as UserInfo['language']
    const greeted = { firstName: user.first_name, lastName: user.last_name }
    await api.services.outbox.put(laboratory, { address: user.email, language }, newDeviceMail(greeted, device))
  }

  on(api, authCalls.refresh, asVisitor, async ({ actor: visitor, incoming, outgoing, refuse }) => {
    const shown = refreshTokens.read(cookieOf(incoming))
    if (!shown) return refuse('session_ended')
    // A session is ended for good even though the caller is refused: hence a value, not an exception, in here.
    const renewed = await refreshTurns.inTurn({ tenant: visitor.host, user: shown.sessionId }, () =>
      visitor.laboratory(laboratory => renew(laboratory, refreshTokens, shown, visitor.requestId)),
    )
    if (!renewed) {
      outgoing.append('set-cookie', clearCookie)
      return refuse('session_ended')
    }
    outgoing.append('set-cookie', setCookie(renewed.refreshToken))
    return { data: { token: await accessToken(renewed.brandId, renewed.session.id, renewed.session) } }
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
    // Row-level security shows a user no other user's sessions: theirs are simply not found.
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

  passwordRoutes(api, { attempts, jobs })
  passkeyRoutes(api, {
    attempts,
    challenges: new PasskeyChallenges(secrets),
    signIn: { refreshTokens, begin, signedIn },
  })
  ownPasskeyRoutes(api, { attempts, challenges: new PasskeyChallenges(secrets) })
}

async function enter(
  laboratory: Laboratory,
  user: UserRow,
  requestId: string,
  headers: Headers,
  secondFactor: SecondFactor | null,
) {
  const { user_id: userId, password_hash: passwordHash } = user
  const device = deviceOf(headers.get('user-agent'))
  const begun = await insertSession(laboratory, { userId, passwordHash, seed: randomBytes(32), device, secondFactor })
  // The password has been changed since it was looked at.
  if (!begun) return undefined
  const session = { ...begun, device }
  const [superseded] = await Promise.all([
    endSupersededSessions(laboratory, userId),
    recordEvent(laboratory, { kind: 'signed_in', requestId, userId, sessionId: session.id }),
  ])
  for (const { id } of superseded)
    await recordEvent(laboratory, { kind: 'session_ended', requestId, userId, sessionId: id })
  return session
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
  // Another process was faster: what it has made of the session is now to be seen, and is never the same again.
  if (!rotated) return renew(laboratory, refreshTokens, shown, requestId)
  return { session, brandId, refreshToken: refreshTokens.make(session, rotated.refresh_generation) }
}

const recordRefusal = (laboratory: Laboratory, user: UserRow | undefined, requestId: string) =>
  recordEvent(laboratory, { kind: 'sign_in_refused', requestId, ...(user ? { userId: user.user_id } : {}) })

function whyEnded(
  session: {
    refresh_generation: number
    idle_seconds: number
    age_seconds: number
    rotated_seconds_ago: number | null
  },
  generation: number,
): SessionEnd | undefined {
  if (session.age_seconds > absoluteLimitSeconds) return 'expired'
  if (session.idle_seconds > idleLimitSeconds) return 'idle'
  const isCurrent = generation === session.refresh_generation
  const isJustReplaced =
    generation === session.refresh_generation - 1 &&
    (session.rotated_seconds_ago ?? Number.POSITIVE_INFINITY) <= graceSeconds
  // Someone shows a token that was used up long ago: either it was stolen then, or the newer one is. Nobody keeps any.
  return isCurrent || isJustReplaced ? undefined : 'reuse'
}

async function endSession(laboratory: Laboratory, sessionId: string, because: SessionEnd, requestId: string) {
  const ended = await setSessionEnded(laboratory, sessionId, because)
  if (!ended) return
  const kind = because === 'logout' ? 'signed_out' : because === 'reuse' ? 'refresh_token_reused' : 'session_ended'
  await recordEvent(laboratory, { kind, requestId, userId: ended.user_id, sessionId })
}

/** The claims of the specification, and of staff their role; `exp` is added when the token is signed. */
function claimsOf(user: Omit<UserRow, 'password_hash'>): Claims {
  const shown = {
    id: user.user_id,
    firstName: user.first_name,
    lastName: user.last_name,
    title: user.title,
    email: user.email,
    language: user.language as UserInfo['language'],
    countrycode: user.country_code,
  }
  const { kind, account_type: accountType, role } = user
  if (kind === 'staff' && role) return { ...shown, kind, role }
  if (kind === 'practice' && accountType)
    return { ...shown, kind, accountType, isDLCPM: user.is_dlcpm, isPracticeDoctor: user.is_practice_doctor }
  throw new Error('A user is of a practice with an account type, or of the staff with a role.')
}

type Claims = UserInfo extends infer U ? (U extends UserInfo ? Omit<U, 'exp'> : never) : never
