import { createHash } from 'node:crypto'
import { problem } from '#kit/problem.ts'
import type { Share } from './turns.ts'

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

/** What a caller's key stands for: one intent of its own at one route. */
export type KeyPlace = { route: string; key: string }

export type EarlierAnswer = { fingerprint: Buffer; status: number; body: string }

/** Whoever makes something: all of it within the transaction of the request. */
export type Maker = {
  readonly share: Share
  /** Refuses whoever makes or changes more than anybody would by hand. */
  count: (what: 'things' | 'changes' | 'files' | 'repeats') => Promise<void>
  /** Held until the end of the transaction; false while another request with the same key has it. Never waits. */
  tryLock: (place: KeyPlace) => Promise<boolean>
  find: (place: KeyPlace) => Promise<EarlierAnswer | undefined>
  insert: (place: KeyPlace, answer: EarlierAnswer) => Promise<unknown>
}

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
  maker: Maker,
  asked: KeyPlace & { fingerprint: Buffer },
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  // Two statements, sent together: the second must see what was committed before the first got the lock.
  const [isLocked, earlier] = await Promise.all([maker.tryLock(asked), maker.find(asked)])
  if (!isLocked) throw problem('request_in_flight', { retryAfter: 1 })
  if (earlier) return againIfSame(earlier, asked.fingerprint)
  const answer = await work()
  await maker.insert(asked, { fingerprint: asked.fingerprint, status: answer.status, body: answer.body })
  return answer
}
