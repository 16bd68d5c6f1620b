import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayDiscard } from './dirty-forms.ts'
import { hasUnsavedChanges } from './unsaved-forms.ts'

/** Used once, inside the router: asks before a link, going back or closing the page discards unsaved changes. */
export function useLeaveGuard() {
  const { history } = useRouter()
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation: from, nextLocation: to }) =>
          (from.pathname !== to.pathname || from.search !== to.search) &&
          // Another search on the same path may keep a form mounted.
          !(await mayDiscard('', { mayOutlive: from.pathname === to.pathname })),
        enableBeforeUnload: hasUnsavedChanges,
      }),
    [history],
  )
}
