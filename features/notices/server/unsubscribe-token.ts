import { createHmac, timingSafeEqual } from 'node:crypto'
import { Keys, type Secrets } from '#kit/server/keys.ts'

/**
 * What stands in a mail for whoever may end such mails without signing in: the user, and a signature over the laboratory
 * and the user. It ends mails and does nothing else, so it need not end itself.
 */
export class UnsubscribeTokens {
  readonly #keys: Keys

  constructor(secrets: Secrets) {
    this.#keys = new Keys('unsubscribe', secrets)
  }

  sign(brandId: string, userId: string): string {
    return Buffer.concat([bytesOf(userId), signature(this.#keys.signing, brandId, userId)]).toString('base64url')
  }

  /** The user, or undefined for anything that was not signed for this laboratory. */
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
