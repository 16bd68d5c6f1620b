import type { ErrorComponentProps } from '@tanstack/react-router'
import { routeErrorText } from '#kit/web/route-error-text.ts'
import { RouteErrorView } from '#kit/web/route-error-view.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { noAccessText } from './no-access-text.ts'
import { useUser } from './use-user.ts'

/** What stands where a screen should be; of one that is closed to somebody it says who could open it. */
function RouteFailure(props: ErrorComponentProps) {
  const decided = useText(noAccessText)
  const user = useUser()
  return (
    <RouteErrorView
      {...props}
      forbidden={user ? decided[user.kind === 'practice' && user.isDLCPM ? 'dlcpm' : user.kind] : undefined}
    />
  )
}

/** With its words: the first page, which few see fail, has no room to name them. */
export const loadRouteFailure = () =>
  Promise.all([loadText(routeErrorText), loadText(noAccessText)]).then(() => RouteFailure)
