import { createHash } from 'node:crypto'
import { problem } from '#kit/problem.ts'
import type { Share } from './turns.ts'

/** An answer as first sent: repeated letter for letter, even if the code has changed since. */
export class KeptAnswer {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    this.status = status
    this.body = body
  }
}

/** The caller's Idempotency-Key (security.md S54), or undefined. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  // Visible ASCII only: every proxy carries it unchanged and every log can show it.
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw problem('idempotency_key_invalid')
  return key
}

/** Tells apart two different requests with the same key. */
export const fingerprintOf = (...sent: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(sent)).digest()

/** An idempotency key belongs to its caller and route. */
export type KeyPlace = { route: string; key: string }

export type EarlierAnswer = { fingerprint: Buffer; status: number; body: string }

/** A caller who creates things; all functions run within the request's transaction. */
export type Maker = {
  readonly share: Share
  /** Throws for callers who make or change more than anybody could by hand. */
  count: (what: 'things' | 'changes' | 'files' | 'repeats') => Promise<void>
  /** Locks until the end of the transaction; false while another request with the same key holds it. Never waits. */
  tryLock: (place: KeyPlace) => Promise<boolean>
  find: (place: KeyPlace) => Promise<EarlierAnswer | undefined>
  /** `about`: ids of all that the request and its answer name. */
  insert: (place: KeyPlace, answer: EarlierAnswer & { about: string[] }) => Promise<unknown>
}

/** Returns the earlier answer, or refuses if the key was used for another request. */
export function againIfSame(earlier: EarlierAnswer, fingerprint: Buffer): KeptAnswer {
  if (!fingerprint.equals(earlier.fingerprint)) throw problem('idempotency_key_reused')
  return new KeptAnswer(earlier.status, earlier.body)
}

/**
 * Runs `work` once per key: later calls with the same fingerprint get its answer again. The answer is written in the transaction
 * of the work, so either both exist or neither: a refusal or a crash leaves the key free.
 */
export async function idempotent(
  maker: Maker,
  asked: KeyPlace & { fingerprint: Buffer; params: unknown },
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  // Two statements, sent together: the second must see what was committed before the first got the lock.
  const [isLocked, earlier] = await Promise.all([maker.tryLock(asked), maker.find(asked)])
  if (!isLocked) throw problem('request_in_flight', { retryAfter: 1 })
  if (earlier) return againIfSame(earlier, asked.fingerprint)
  const { status, body } = await work()
  const about = idsIn(`${JSON.stringify(asked.params)} ${body}`)
  await maker.insert(asked, { fingerprint: asked.fingerprint, status, body, about })
  return new KeptAnswer(status, body)
}

const idsIn = (text: string) => [
  ...new Set(text.toLowerCase().match(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g) ?? []),
]
