import { startTransition, useEffect, useState } from 'react'

/** The state of the address that the browser has gone back or forward to. */
let cameBackTo: unknown
// Before the router hears of it, who draws at once.
addEventListener('popstate', event => (cameBackTo = event.state), true)

/** Who comes back finds the place where they were (and the server, which has no history, draws a picture whole); the picture is taken over as it stands. */
const isAllAtOnce = () => globalThis.history?.state === cameBackTo || document.getElementById('root') !== null

/** False in the first drawing of a screen that somebody has gone to; true once that has been painted. */
export function useSecondDrawing(): boolean {
  const [isSecond, begin] = useState(isAllAtOnce)
  useEffect(() => {
    if (!isSecond) requestAnimationFrame(() => startTransition(() => begin(true)))
  }, [isSecond])
  return isSecond
}
