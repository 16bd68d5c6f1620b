import { useEffect, useState } from 'react'
import type { Day } from '#kit/day.ts'

type Printed = Day | 'all'

/** What is printed: all sheets with content, as from the browser's menu, unless a single one is asked for. */
export function usePrinting(): [Printed, (what: Printed) => void] {
  const [asked, setAsked] = useState<{ what: Printed }>()
  useEffect(() => {
    if (!asked) return
    // Some browsers return from `print` before printing is done.
    const end = () => setAsked(undefined)
    addEventListener('afterprint', end, { once: true })
    print()
    return () => removeEventListener('afterprint', end)
  }, [asked])
  return [asked?.what ?? 'all', what => setAsked({ what })]
}
