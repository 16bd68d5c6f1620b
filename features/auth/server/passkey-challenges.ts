import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Keys, type Secrets } from '#kit/server/keys.ts'

/** As long as it takes to find the key and to be recognised by it. */
export const challengeSeconds = 300

/** Where and for what: a new passkey of one session, or signing in where there is none yet. */
export type ChallengeFor = { brandId: string; host: string; sessionId?: string | undefined }

const nonceBytes = 16
const untilBytes = 6
const proofBytes = 32

/**
 * Challenges are signed, not kept, so that whoever opens the sign-in page, or floods it, writes nothing. What has been
 * answered is kept as a hash until it is too old (`spendChallenge`).
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

  /** Whether it was made for this, and not too long ago. */
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

/** What is kept of one that was answered: of its bytes, however they were written. */
export const challengeHashOf = (challenge: string) =>
  createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest()
