import { createHash } from 'node:crypto'
import { problem } from '#kit/problem.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { findAnswer, insertAnswer, type KeyPlace, tryLockKey } from '#tenancy/server/idempotency-sql.ts'

/** An answer as it was first sent: given again it is the same to the letter, whatever the code has become since. */
export class KeptAnswer {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    this.status = status
    this.body = body
  }
}

/** The caller's name for its intent (security.md S54); nothing where it gave none. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  // Visible ASCII: what every proxy carries unchanged and every log can show.
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw problem('idempotency_key_invalid')
  return key
}

/** Two intents with one key are told apart by this. */
export const fingerprintOf = (...sent: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(sent)).digest()

export type EarlierAnswer = { fingerprint: Buffer; status: number; body: string }

/** The answer once more, for the intent that it was given to. */
export function againIfSame(earlier: EarlierAnswer, fingerprint: Buffer): KeptAnswer {
  if (!fingerprint.equals(earlier.fingerprint)) throw problem('idempotency_key_reused')
  return new KeptAnswer(earlier.status, earlier.body)
}

/**
 * Does `work` once for a key: later calls with the same fingerprint are given its answer again. The answer is written in
 * the transaction of the work itself, so both are there or neither: a refusal or a crash leaves the key free.
 */
export async function idempotent(
  user: SignedIn,
  asked: KeyPlace & { fingerprint: Buffer },
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  // Two statements, sent together: the second must see what was committed before the first got the lock.
  const [isLocked, earlier] = await Promise.all([tryLockKey(user, asked), findAnswer(user, asked)])
  if (!isLocked) throw problem('request_in_flight', { retryAfter: 1 })
  if (earlier) return againIfSame(earlier, asked.fingerprint)
  const answer = await work()
  await insertAnswer(user, asked, { fingerprint: asked.fingerprint, status: answer.status, body: answer.body })
  return answer
}
