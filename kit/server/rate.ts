import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { problem } from '#kit/problem.ts'

/** A limit per key and process: `points` in `seconds`; beyond it callers are told when to come back. */
export function newRate({ points, seconds }: Rate): (key: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return async key => {
    await limiter.consume(key).catch(refused => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw problem('too_many_requests', { retryAfter: refused.msBeforeNext / 1_000 })
    })
  }
}
export type Rate = { points: number; seconds: number }
