import { Problem } from '#kit/problem.ts'
import type { ServerEvent } from '#kit/web/events.ts'
import { type LiveEvents, recentSeconds, type Topic } from '../contract.ts'

export type FollowParts = {
  /** Reads events until they end; rejects when they cannot be had. */
  read: (signal: AbortSignal, onEvent: (event: ServerEvent) => void) => Promise<void>
  /** Rejects when the server cannot be reached. */
  reach: (signal: AbortSignal) => Promise<void>
  /** These topics are out of date on the screens of all tabs; everything where none is named. */
  refresh: (topics?: readonly Topic[]) => void
  /** Asks anew who is signed in and what they may. */
  renew: () => Promise<void>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** A clock that only runs forward, in milliseconds. */
  elapsed: () => number
  /** From 0 to 1: so that a thousand browsers do not come back at the same moment. */
  chance: () => number
}

const shortest = 1_000
const longest = 60_000
/** What `ready` tells of what came before is enough for a screen that is younger; less than it remembers, for the way. */
const youngScreen = (recentSeconds - 15) * 1_000

/**
 * Keeps an answer of events open until `signal`, and comes back when it breaks: whoever has been away catches up by
 * loading anew what is on the screen, so no event needs to be kept for anyone. Resolves with whether it makes sense to try
 * again when somebody comes back.
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
      // Not for this account, or signed out: the session says so itself.
      if (error instanceof Problem && error.status >= 400 && error.status < 429) return false
    }
    if (because === 'elsewhere') return true
    // Over, or of somebody who may now see more or less: the menus follow at once. What fails here the next call says.
    if (because === 'session') await parts.renew().catch(() => undefined)
    // A token that has ended is no failure.
    const delay = because === 'token' ? 0 : Math.min(longest, shortest * 2 ** failures)
    failures += 1
    await parts.wait(delay / 2 + (parts.chance() * Math.max(delay, shortest)) / 2, signal)
  }
  return true
}
