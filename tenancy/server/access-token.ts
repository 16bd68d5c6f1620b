import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { Keys, type Secrets } from '#kit/server/keys.ts'

const accessTokenLifeSeconds = 600

/** Per process. A user's token is checked some hundred times in its life, and each signature check occupies a thread. */
const mostRemembered = 5_000

const Named = v.object({
  aud: v.pipe(v.string(), v.uuid()),
  sid: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
  iat: v.number(),
})

type SessionName = { brandId: string; sessionId: string }
type Accepted = { session: SessionName; until: number }

/**
 * Short-lived signed tokens. What they say about the user is for the screens; the server trusts only the laboratory and session
 * that they name, and asks the database for the rest.
 */
export class AccessTokens {
  readonly #keys: Keys
  /** Tokens whose signature was valid, oldest first. */
  readonly #accepted = new Map<string, Accepted>()

  constructor(secrets: Secrets) {
    this.#keys = new Keys('access token', secrets)
  }

  sign(session: SessionName, shown: Record<string, unknown>): Promise<string> {
    return new SignJWT({ ...shown, sid: session.sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('portal')
      .setAudience(session.brandId)
      .setIssuedAt()
      .setExpirationTime(`${accessTokenLifeSeconds}s`)
      .sign(this.#keys.signing)
  }

  /** The session that the token names, or undefined for anything we did not sign or no longer accept. */
  async verify(token: string): Promise<SessionName | undefined> {
    return (await this.#accept(token))?.session
  }

  /** When the token expires, in milliseconds since 1970; 0 for an invalid one. */
  async endOf(token: string): Promise<number> {
    return (await this.#accept(token))?.until ?? 0
  }

  async #accept(token: string): Promise<Accepted | undefined> {
    const accepted = this.#accepted.get(token) ?? (await this.#check(token))
    if (accepted && accepted.until > Date.now()) return accepted
    this.#accepted.delete(token)
    return undefined
  }

  async #check(token: string): Promise<Accepted | undefined> {
    for (const key of this.#keys.accepted) {
      const accepted = await this.#checkWith(key, token)
      if (accepted) return accepted
    }
    return undefined
  }

  async #checkWith(key: Buffer, token: string): Promise<Accepted | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: 'portal',
        requiredClaims: ['aud', 'sid', 'exp', 'iat'],
        maxTokenAge: accessTokenLifeSeconds,
      })
      const named = v.safeParse(Named, payload)
      if (!named.success) return undefined
      const { aud, sid, exp, iat } = named.output
      const until = Math.min(exp, iat + accessTokenLifeSeconds) * 1000
      const accepted = { session: { brandId: aud, sessionId: sid }, until }
      const oldest = this.#accepted.keys().next()
      if (this.#accepted.size >= mostRemembered && !oldest.done) this.#accepted.delete(oldest.value)
      this.#accepted.set(token, accepted)
      return accepted
    } catch {
      return undefined
    }
  }
}
