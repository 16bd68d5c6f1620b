import { problem } from '#kit/problem.ts'

/**
 * A gate for heavy work: `atOnce` run together, `longestQueue` wait their turn, and whoever comes then is told at once to
 * try again (503 with Retry-After). A queue without end would only time out in the browser, and take everyone along.
 */
export function newTurns({
  atOnce,
  longestQueue,
  retryAfter,
}: Record<'atOnce' | 'longestQueue' | 'retryAfter', number>) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw problem('unavailable', { retryAfter })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The place passes on without being free in between, where a newcomer could take it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
