import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { LeaveQuestion } from './new-case-later.tsx'

type Place = { pathname: string; search: string }

/** Asks on leaving an unsent order; returns the function that answers, while the question is open. */
export function useLeaving(draftId: string, isLeftBehind: () => boolean) {
  const { history } = useRouter()
  const [answer, setAnswer] = useState<(leave: boolean) => void>()
  const isAsked = useEffectEvent((from: Place, to: Place) => {
    const isSame = from.pathname === to.pathname && (from.search === to.search || to.search.includes(draftId))
    return !isSame && isLeftBehind()
  })
  useEffect(() => {
    let open: ((leave: boolean) => void) | undefined
    const unblock = history.block({
      blockerFn: async ({ currentLocation, nextLocation }) => {
        if (!isAsked(currentLocation, nextLocation)) return false
        // A newer question replaces the open one.
        open?.(false)
        // If the dialog cannot be loaded, the user leaves and the draft is kept.
        try {
          await LeaveQuestion.prepare()
        } catch {
          return false
        }
        const leaves = await new Promise<boolean>(resolve => {
          open = resolve
          setAnswer(() => resolve)
        })
        return !leaves
      },
      enableBeforeUnload: false,
    })
    return () => {
      unblock()
      open?.(false)
    }
  }, [history])
  return (
    answer &&
    ((leave: boolean) => {
      setAnswer(undefined)
      answer(leave)
    })
  )
}
