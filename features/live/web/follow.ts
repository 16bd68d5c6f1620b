import { Problem } from '#kit/problem.ts'
import type { ServerEvent } from '#kit/web/events.ts'
import { type LiveEvents, recentSeconds, type Topic } from '../contract.ts'

export type FollowParts = {
  /** Reads events until they end; rejects when they cannot be had. */
  read: (signal: AbortSignal, onEvent: (event: ServerEvent) => void) => Promise<void>
  /** Rejects when the server cannot be reached. */
  reach: (signal: AbortSignal) => Promise<void>
  /** Refreshes these topics on all tabs; everything when none is given. */
  refresh: (topics?: readonly Topic[]) => void
  /** Loads the user and their rights again. */
  renew: () => Promise<void>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** A monotonic clock in milliseconds. */
  elapsed: () => number
  /** From 0 to 1, so that a thousand browsers do not reconnect at the same moment. */
  chance: () => number
}

const shortest = 1_000
const longest = 60_000
/**
 * For a screen younger than this, `ready` covers all changes since it was loaded; 15 s less than the server remembers, for
 * latency.
 */
const youngScreen = (recentSeconds - 15) * 1_000

/**
 * Keeps an event stream open until `signal` and reconnects when it breaks. After a gap the screen is reloaded, so that the
 * server need not store events. Resolves with whether a retry makes sense when the user returns.
 */
export async function follow(parts: FollowParts, signal: AbortSignal, loadedAt: number): Promise<boolean> {
  let failures = 0
  let wasOpen = false
  while (!signal.aborted) {
    let because: LiveEvents['end']['because'] | undefined
    try {
      if (wasOpen || failures > 0) await parts.reach(signal)
      await parts.read(signal, ({ event, data }) => {
        failures = 0
        if (event === 'ready') {
          const isYoung = !wasOpen && parts.elapsed() - loadedAt < youngScreen
          const { topics } = data as LiveEvents['ready']
          if (!isYoung) parts.refresh()
          else if (topics.length > 0) parts.refresh(topics)
          wasOpen = true
        }
        if (event === 'change') parts.refresh((data as LiveEvents['change']).topics)
        if (event === 'resync') void parts.wait(parts.chance() * shortest, signal).then(() => parts.refresh())
        if (event === 'end') because = (data as LiveEvents['end']).because
      })
    } catch (error) {
      // Forbidden or signed out: the session handles it.
      if (error instanceof Problem && error.status >= 400 && error.status < 429) return false
    }
    if (because === 'elsewhere') return true
    // The session is over or its rights have changed: the menus follow at once. If this fails, the next call reports it.
    if (because === 'session') await parts.renew().catch(() => undefined)
    // An expired token is not a failure.
    const delay = because === 'token' ? 0 : Math.min(longest, shortest * 2 ** failures)
    failures += 1
    await parts.wait(delay / 2 + (parts.chance() * Math.max(delay, shortest)) / 2, signal)
  }
  return true
}
