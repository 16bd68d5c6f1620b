/** What the server's clock showed, and what the tab's own stopwatch showed at that moment. */
let anchor: { server: number; local: number } | undefined

/**
 * The user's clock may be wrong or may jump, so it is not asked: the server's last answer is carried on by
 * `performance.now()`, which only ever runs forward.
 */
export function noteServerTime(server: number, local = performance.now()) {
  if (Number.isFinite(server)) anchor = { server, local }
}

/** Milliseconds since 1970, as the server would say now. */
export const serverNow = () => (anchor ? anchor.server + performance.now() - anchor.local : Date.now())
