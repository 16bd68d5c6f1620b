/** What the server's clock showed, and what the tab's own stopwatch showed at that moment. */
let anchor: { server: number; local: number } | undefined

const listeners = new Set<() => void>()

/** How late a screen that nobody touches may notice a new day. */
const lookEvery = 10_000

/** Calls `listener` whenever it may have become another day: as time goes by, and with each word of the server's. */
export function onTime(listener: () => void): () => void {
  listeners.add(listener)
  const timer = setInterval(listener, lookEvery)
  return () => {
    listeners.delete(listener)
    clearInterval(timer)
  }
}

/**
 * The user's clock may be wrong or may jump, so it is not asked: the server's last answer is carried on by
 * `performance.now()`, which only ever runs forward.
 */
export function noteServerTime(server: number, local = performance.now()) {
  if (!Number.isFinite(server)) return
  anchor = { server, local }
  for (const listener of listeners) listener()
}

/** Milliseconds since 1970, as the server would say now. */
export const serverNow = () => (anchor ? anchor.server + performance.now() - anchor.local : Date.now())
