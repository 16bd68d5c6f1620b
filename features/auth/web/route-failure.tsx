import type { ErrorComponentProps } from '@tanstack/react-router'
import { routeErrorText } from '#kit/web/route-error-text.ts'
import { RouteErrorView } from '#kit/web/route-error-view.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { noAccessText } from './no-access-text.ts'
import { useUser } from './use-user.ts'

/** Replaces a failed screen; for one without access it says who can grant it. */
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

/** Loaded with its texts: the first page, which seldom fails, has no room for their file names. */
export const loadRouteFailure = () =>
  Promise.all([loadText(routeErrorText), loadText(noAccessText)]).then(() => RouteFailure)
