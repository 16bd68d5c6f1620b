import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { Keys, type Secrets } from '#kit/server/keys.ts'

export const refreshCookie = '__Host-refresh'

/** Twelve hours without use, thirty days in all; documented in docs/operations.md. */
export const idleLimitSeconds = 12 * 3600
export const absoluteLimitSeconds = 30 * 24 * 3600
/** After a lost answer, or with twenty tabs at once, the previous token is still accepted for this long. */
export const graceSeconds = 20

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Family = { id: string; refresh_seed: Buffer }

export type ShownToken = { sessionId: string; generation: number; proof: Buffer }

function readToken(token: string | undefined, generations: RegExp): ShownToken | undefined {
  const [sessionId = '', generation = '', proof = '', ...rest] = token?.split('.') ?? []
  if (!uuid.test(sessionId) || !generations.test(generation) || rest.length > 0) return undefined
  const bytes = Buffer.from(proof, 'base64url')
  return bytes.length === 32 ? { sessionId, generation: Number(generation), proof: bytes } : undefined
}

/**
 * Refresh tokens are derived, not stored: `session.generation.HMAC`. Making one takes both the server's key and the session's
 * random seed, so neither a stolen database nor a stolen key is enough.
 */
export class RefreshTokens {
  readonly #keys: Keys

  constructor(secrets: Secrets) {
    this.#keys = new Keys('refresh token', secrets)
  }

  make(family: Family, generation: number): string {
    return `${family.id}.${generation}.${proof(this.#keys.signing, family, generation).toString('base64url')}`
  }

  /** The token's claims, unverified; only `isGenuine` proves them. */
  read(token: string | undefined): ShownToken | undefined {
    return readToken(token, /^[1-9]\d{0,8}$/)
  }

  /** A device cookie: generation 0, which cannot renew but proves that the session was this device's, even after its end. */
  makeMark(family: Family): string {
    return this.make(family, 0)
  }

  readMark(mark: string | undefined): ShownToken | undefined {
    return readToken(mark, /^0$/)
  }

  isGenuine(token: { generation: number; proof: Buffer }, family: Family): boolean {
    return this.#keys.accepted.some(key => timingSafeEqual(token.proof, proof(key, family, token.generation)))
  }
}

const proof = (key: Buffer, { id, refresh_seed }: Family, generation: number): Buffer =>
  createHmac('sha256', key).update(`${id}/${generation}/`).update(refresh_seed).digest()

/** SameSite=Strict and the __Host- prefix: this host only, never cross-site, never over plain HTTP (except localhost). */
export const hostCookie = (name: `__Host-${string}`, value: string, maxAge: number) =>
  serialize(name, value, { path: '/', secure: true, httpOnly: true, sameSite: 'Strict', maxAge })

export const setCookie = (token: string) => hostCookie(refreshCookie, token, absoluteLimitSeconds)
export const clearCookie = hostCookie(refreshCookie, '', 0)

export const cookieOf = (headers: Headers, name: string = refreshCookie): string | undefined =>
  parse(headers.get('cookie') ?? '', name)[name]
