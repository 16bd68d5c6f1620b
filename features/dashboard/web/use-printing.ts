import { useEffect, useState } from 'react'
import type { Day } from '#kit/day.ts'

type Printed = Day | 'all'

/** What goes on paper: all sheets that hold something, as from the browser's own menu, unless one alone is asked for. */
export function usePrinting(): [Printed, (what: Printed) => void] {
  const [asked, setAsked] = useState<{ what: Printed }>()
  useEffect(() => {
    if (!asked) return
    // Some browsers return from `print` before the paper is drawn.
    const end = () => setAsked(undefined)
    addEventListener('afterprint', end, { once: true })
    print()
    return () => removeEventListener('afterprint', end)
  }, [asked])
  return [asked?.what ?? 'all', what => setAsked({ what })]
}
