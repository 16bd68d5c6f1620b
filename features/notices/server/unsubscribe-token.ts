import { createHmac, timingSafeEqual } from 'node:crypto'
import { Keys, type Secrets } from '#kit/server/keys.ts'

/**
 * The token in a mail with which its holder can unsubscribe without signing in: the user, and a signature over the
 * laboratory and the user. It permits nothing else, so it does not expire.
 */
export class UnsubscribeTokens {
  readonly #keys: Keys

  constructor(secrets: Secrets) {
    this.#keys = new Keys('unsubscribe', secrets)
  }

  sign(brandId: string, userId: string): string {
    return Buffer.concat([bytesOf(userId), signature(this.#keys.signing, brandId, userId)]).toString('base64url')
  }

  /** The user's id, or undefined for anything not signed for this laboratory. */
  read(brandId: string, token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length !== userBytes + 32 || bytes.toString('base64url') !== token) return undefined
    const hex = bytes.toString('hex', 0, userBytes)
    const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const shown = bytes.subarray(userBytes)
    return this.#keys.accepted.some(key => timingSafeEqual(shown, signature(key, brandId, userId))) ? userId : undefined
  }
}

const userBytes = 16
const bytesOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')
const signature = (key: Buffer, brandId: string, userId: string) =>
  createHmac('sha256', key).update(`${brandId}/${userId}`).digest()
