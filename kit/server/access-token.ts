import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

const accessTokenLifeSeconds = 600

const Named = v.object({ aud: v.pipe(v.string(), v.uuid()), sid: v.pipe(v.string(), v.uuid()) })

/**
 * Short-lived signed tokens. What they say about the user is for the screens; the server believes only which session of
 * which laboratory they name, and asks the database for the rest.
 */
export class AccessTokens {
  readonly #key: KeyObject

  constructor(appSecret: string) {
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, '', 'arcade access token', 32)))
  }

  sign(session: { brandId: string; sessionId: string }, shown: Record<string, unknown>): Promise<string> {
    return new SignJWT({ ...shown, sid: session.sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('portal')
      .setAudience(session.brandId)
      .setIssuedAt()
      .setExpirationTime(`${accessTokenLifeSeconds}s`)
      .sign(this.#key)
  }

  /** The session that the token names, or undefined for anything we did not sign or no longer accept. */
  async verify(token: string): Promise<{ brandId: string; sessionId: string } | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: 'portal',
        requiredClaims: ['aud', 'sid', 'exp', 'iat'],
        maxTokenAge: accessTokenLifeSeconds,
      })
      const named = v.safeParse(Named, payload)
      return named.success ? { brandId: named.output.aud, sessionId: named.output.sid } : undefined
    } catch {
      return undefined
    }
  }
}
