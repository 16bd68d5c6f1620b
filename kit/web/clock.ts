/** The server's time, and the tab's monotonic clock at the same moment. */
let anchor: { server: number; local: number } | undefined

const listeners = new Set<() => void>()

/** How late an untouched screen may notice a new day, in milliseconds. */
const lookEvery = 10_000

/** Calls `listener` whenever the day may have changed: periodically, and with each server time. */
export function onTime(listener: () => void): () => void {
  listeners.add(listener)
  const timer = setInterval(listener, lookEvery)
  return () => {
    listeners.delete(listener)
    clearInterval(timer)
  }
}

/**
 * The user's clock may be wrong or jump, so it is not used: the server's last time is carried on by `performance.now()`, which
 * only runs forward.
 */
export function noteServerTime(server: number, local = performance.now()) {
  if (!Number.isFinite(server)) return
  anchor = { server, local }
  for (const listener of listeners) listener()
}

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = () => (anchor ? anchor.server + performance.now() - anchor.local : Date.now())
