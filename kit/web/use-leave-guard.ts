import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayDiscard } from './dirty-forms.ts'
import { hasUnsavedChanges } from './unsaved-forms.ts'

/** Once, inside the router: asks before a link, the way back or the closing of the page takes unsaved changes away. */
export function useLeaveGuard() {
  const { history } = useRouter()
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation: from, nextLocation: to }) =>
          (from.pathname !== to.pathname || from.search !== to.search) &&
          // Other words of the same address may leave a form where it is.
          !(await mayDiscard('', { mayOutlive: from.pathname === to.pathname })),
        enableBeforeUnload: hasUnsavedChanges,
      }),
    [history],
  )
}
