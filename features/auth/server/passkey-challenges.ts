import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Keys, type Secrets } from '#kit/server/keys.ts'

/** Long enough to find the key and to authenticate with it. */
export const challengeSeconds = 300

/** The scope of a challenge: a new passkey in one session, or signing in without one. */
export type ChallengeFor = { brandId: string; host: string; sessionId?: string | undefined }

const nonceBytes = 16
const untilBytes = 6
const proofBytes = 32

/**
 * Challenges are signed instead of stored, so that opening or flooding the sign-in page writes nothing. Answered ones are stored
 * as a hash until they expire (`spendChallenge`).
 */
export class PasskeyChallenges {
  readonly #keys: Keys

  constructor(secrets: Secrets) {
    this.#keys = new Keys('passkey challenge', secrets)
  }

  make(use: ChallengeFor, now = Date.now()): string {
    const open = Buffer.alloc(nonceBytes + untilBytes)
    randomBytes(nonceBytes).copy(open)
    open.writeUIntBE(Math.floor(now / 1000) + challengeSeconds, nonceBytes, untilBytes)
    return Buffer.concat([open, proofOf(this.#keys.signing, open, use)]).toString('base64url')
  }

  /** Whether it was made for this use and has not expired. */
  isGood(challenge: string, use: ChallengeFor): boolean {
    const bytes = Buffer.from(challenge, 'base64url')
    if (bytes.length !== nonceBytes + untilBytes + proofBytes) return false
    const [open, proof] = [bytes.subarray(0, -proofBytes), bytes.subarray(-proofBytes)]
    return (
      open.readUIntBE(nonceBytes, untilBytes) * 1000 > Date.now() &&
      this.#keys.accepted.some(key => timingSafeEqual(proof, proofOf(key, open, use)))
    )
  }
}

const proofOf = (key: Buffer, open: Buffer, { brandId, host, sessionId }: ChallengeFor) =>
  createHmac('sha256', key)
    .update(open)
    .update(JSON.stringify([brandId, host, sessionId ?? null]))
    .digest()

/** The stored hash of an answered challenge: of its bytes, since base64url can be written in several ways. */
export const challengeHashOf = (challenge: string) =>
  createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest()
