import type { Secrets } from '#kit/server/keys.ts'
import type { Api } from '#kit/server/serve.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { Entrance } from './entrance.ts'
import { cookieOf, RefreshTokens } from './refresh-token.ts'
import { whyEnded } from './session-end.ts'
import { findSessionForRefresh } from './sql.ts'

export type SeenSession = NonNullable<Awaited<ReturnType<SeenSessions['find']>>>

/**
 * The user of a page request, by the refresh cookie, which cross-site requests do not carry. Reading it renews and ends nothing,
 * and does not count as a use; a replaced token identifies nobody here.
 */
export class SeenSessions {
  readonly #refreshTokens: RefreshTokens
  readonly #entrance: Entrance

  constructor(api: Api, secrets: Secrets) {
    this.#refreshTokens = new RefreshTokens(secrets)
    this.#entrance = new Entrance(api, this.#refreshTokens)
  }

  async find(laboratory: Laboratory, headers: Headers) {
    const shown = this.#refreshTokens.read(cookieOf(headers))
    const session = shown && (await findSessionForRefresh(laboratory, shown.sessionId))
    if (!session || session.ended_at || session.disabled_at || !this.#refreshTokens.isGenuine(shown, session)) return
    if (shown.generation !== session.refresh_generation || whyEnded(session, shown.generation)) return
    const { user_id: userId, kind, language, role } = session
    const { account_type: accountType, is_dlcpm: isDLCPM, is_practice_doctor: isPracticeDoctor } = session
    // For the server's own calls; this token never leaves the server.
    const makeToken = () => this.#entrance.accessToken(laboratory.brandId, session, session)
    return { userId, kind, language, role, accountType, isDLCPM, isPracticeDoctor, makeToken }
  }
}
