import { randomBytes } from 'node:crypto'
import type { SecondFactor } from '#db/schema.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Api } from '#kit/server/serve.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { UserInfo } from '../contract.ts'
import { deviceOf } from './device.ts'
import { marksOfOthers, setDeviceCookie, setOthersCookie } from './known-device.ts'
import { newDeviceMail } from './mail-text.ts'
import { type RefreshTokens, setCookie } from './refresh-token.ts'
import { endSupersededSessions, hasEarlierSession, insertSession, secondFactorConstraint, type UserRow } from './sql.ts'

type Proven = Omit<UserRow, 'has_authenticator'>
type ShownUser = Omit<UserRow, 'password_hash' | 'has_authenticator'>
type Arrival = {
  requestId: string
  headers: Headers
  /** Signs in from a device known to be this user's. */
  isFamiliar: boolean
  /** The second factor shown besides the password. */
  secondFactor: SecondFactor | null
}
type Begun = NonNullable<Awaited<ReturnType<Entrance['begin']>>>

/** The final step of every way of signing in. */
export class Entrance {
  readonly #api: Api
  readonly #refreshTokens: RefreshTokens

  constructor(api: Api, refreshTokens: RefreshTokens) {
    this.#api = api
    this.#refreshTokens = refreshTokens
  }

  /** Undefined if the password has changed since it was checked. */
  async begin(laboratory: Laboratory, user: Proven, { requestId, headers, isFamiliar, secondFactor }: Arrival) {
    const { user_id: userId, password_hash: passwordHash } = user
    const device = deviceOf(headers.get('user-agent'))
    const seed = randomBytes(32)
    const session = await insertSession(laboratory, { userId, passwordHash, seed, device, secondFactor }).catch(
      error => {
        // A second factor was set up since the password was checked: a retry of the sign-in finds it.
        throw violates(error, secondFactorConstraint) ? problem('conflict') : error
      },
    )
    if (!session) return undefined
    const [superseded] = await Promise.all([
      endSupersededSessions(laboratory, userId),
      recordEvent(laboratory, { kind: 'signed_in', requestId, userId, sessionId: session.id }),
    ])
    for (const { id } of superseded)
      await recordEvent(laboratory, { kind: 'session_ended', requestId, userId, sessionId: id })
    if (!isFamiliar) await this.#tellOfNewDevice(laboratory, user, device)
    const othersHere = await marksOfOthers(laboratory, this.#refreshTokens, headers, userId)
    return { ...session, brandId: laboratory.brandId, second_factor: secondFactor, othersHere }
  }

  /** A user's very first sign-in needs no notice. */
  async #tellOfNewDevice(laboratory: Laboratory, user: ShownUser, device: string) {
    if (!(await hasEarlierSession(laboratory, user.user_id))) return
    const language = user.language as UserInfo['language']
    const greeted = { firstName: user.first_name, lastName: user.last_name }
    await this.#api.services.outbox.put(laboratory, { address: user.email, language }, newDeviceMail(greeted, device))
  }

  /** Sets the session's cookie and the device's, and returns the session's access token. */
  async admit(outgoing: Headers, session: Begun, user: ShownUser): Promise<{ token: string }> {
    outgoing.append('set-cookie', setCookie(this.#refreshTokens.make(session, session.refresh_generation)))
    outgoing.append('set-cookie', setDeviceCookie(this.#refreshTokens.makeMark(session)))
    if (session.othersHere.length > 0) outgoing.append('set-cookie', setOthersCookie(session.othersHere))
    return { token: await this.accessToken(session.brandId, session, user) }
  }

  accessToken(brandId: string, session: { id: string; second_factor: SecondFactor | null }, user: ShownUser) {
    const owesSecondFactor = user.is_second_factor_demanded && session.second_factor === null
    return this.#api.services.accessTokens.sign({ brandId, sessionId: session.id }, claimsOf(user, owesSecondFactor))
  }
}

type Claims = UserInfo extends infer U ? (U extends UserInfo ? Omit<U, 'exp'> : never) : never

/** The claims of the specification, and for staff those of their role; `exp` is added when the token is signed. */
function claimsOf(user: ShownUser, owesSecondFactor: boolean): Claims {
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
  if (kind === 'staff' && role) return { ...shown, kind, role, owesSecondFactor }
  if (kind === 'practice' && accountType)
    return { ...shown, kind, accountType, isDLCPM: user.is_dlcpm, isPracticeDoctor: user.is_practice_doctor }
  throw new Error('A user is of a practice with an account type, or of the staff with a role.')
}
