/** Nobody looks: after this long there is nothing to keep up to date. */
const hiddenFor = 5 * 60_000
/** Nobody is there: a screen that is left on must not keep its session alive for ever (security.md S23). */
const awayFor = 60 * 60_000
const checkEvery = 30_000

/**
 * Runs `work` while somebody can be looking, with a signal that ends when nobody has been for a while, and again when
 * they come back. Once it says `false` it is not run again. Returns what ends it for good.
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
      // Nobody expects it: the browser's console says what it was.
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
  /** What has ended by itself is tried again by whoever looks here again. */
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
  // An open answer would keep the page out of the browser's memory of pages.
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
