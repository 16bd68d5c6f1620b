/** After this long without a visible page there is nothing to keep up to date. */
const hiddenFor = 5 * 60_000
/** After this long without activity: an abandoned screen must not keep its session alive for ever (security.md S23). */
const awayFor = 60 * 60_000
const checkEvery = 30_000

/**
 * Runs `work` while somebody may be looking, with a signal that aborts after an absence, and again on return. Once it
 * resolves to `false` it is not run again. Returns a function that ends it for good.
 */
export function whilePresent(work: (signal: AbortSignal) => Promise<boolean>): () => void {
  let seenAt = performance.now()
  let touchedAt = seenAt
  let running: AbortController | undefined
  let ended: AbortController | undefined

  function run() {
    if (running) return
    const own = new AbortController()
    running = own
    const end = (mayReturn: boolean) => {
      if (mayReturn) ended = own
    }
    void work(own.signal).then(end, failure => {
      end(true)
      // Unexpected, so it is left to the browser's console.
      throw failure
    })
  }
  function stop() {
    running?.abort()
    running = undefined
  }
  function notice() {
    touchedAt = performance.now()
    if (!document.hidden) run()
  }
  /** When somebody returns, work that has ended by itself is run again. */
  function look() {
    if (running && running === ended) running = undefined
    notice()
  }
  function check() {
    const now = performance.now()
    if (!document.hidden) seenAt = now
    if (now - seenAt >= hiddenFor || now - touchedAt >= awayFor) stop()
  }

  const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'pageshow'] as const
  const checking = setInterval(check, checkEvery)
  for (const touch of touches) addEventListener(touch, notice, { capture: true, passive: true })
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  // An open stream would keep the page out of the back/forward cache.
  addEventListener('pagehide', stop)
  run()
  return () => {
    clearInterval(checking)
    for (const touch of touches) removeEventListener(touch, notice, { capture: true })
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
    removeEventListener('pagehide', stop)
    stop()
  }
}
