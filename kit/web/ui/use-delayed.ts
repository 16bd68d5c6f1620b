import { useEffect, useRef, useState } from 'react'

const quietFor = 200
const shownFor = 300

/** Whether to show that something is pending: after 200 ms, and then for at least 300 ms. */
export function useDelayed(pending: boolean) {
  const [shown, setShown] = useState(false)
  const since = useRef(0)

  useEffect(() => {
    // Counted from when it is drawn: a busy machine draws late.
    if (shown) since.current = performance.now()
  }, [shown])

  useEffect(() => {
    if (pending === shown) return
    const wait = pending ? quietFor : Math.max(0, since.current + shownFor - performance.now())
    const timer = setTimeout(() => setShown(pending), wait)
    return () => clearTimeout(timer)
  }, [pending, shown])

  return shown
}
