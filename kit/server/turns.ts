import { problem } from '#kit/problem.ts'

/** What is under way and what waits, by the name of the queue. */
export const queues = new Map<string, () => { running: number; waiting: number; sentAway: number }>()

/**
 * A gate for heavy work: `atOnce` run together, `longestQueue` wait their turn, and whoever comes then is told at once to
 * try again (503 with Retry-After). A queue without end would only time out in the browser, and take everyone along.
 */
export function newTurns({
  name,
  atOnce,
  longestQueue,
  retryAfter,
}: { name?: string } & Record<'atOnce' | 'longestQueue' | 'retryAfter', number>) {
  let running = 0
  let sentAway = 0
  const waiting: (() => void)[] = []
  if (name) queues.set(name, () => ({ running, waiting: waiting.length, sentAway }))

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) {
        sentAway += 1
        throw problem('unavailable', { retryAfter })
      }
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
