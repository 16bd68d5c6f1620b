import { type AnyRouter, type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findPicture } from '#kit/web/early.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { fetchLaterParts, later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Spinner } from '#kit/web/ui/spinner.tsx'

const Toasts = later(() => import('#kit/web/ui/toasts.tsx').then(module => module.Toasts))
const RouteFailure = later(
  () => import('#features/auth/web/route-failure.tsx').then(module => module.loadRouteFailure()),
  { withoutIt: Failed },
)
const NotFoundView = later(() => import('#kit/web/not-found-view.tsx').then(module => module.NotFoundView), {
  withoutIt: Failed,
})

function Refused(props: ErrorComponentProps) {
  useEffect(fetchLaterParts, [])
  return <RouteFailure {...props} />
}

export function NotFound() {
  useEffect(fetchLaterParts, [])
  return <NotFoundView />
}

/** Where not even the view that explains a failure can be had. */
function Failed() {
  // Drawn once, if ever: there is nothing to remember.
  'use no memo'
  const { title, description, retry } = useText(kitText).error
  return (
    <div className="message message--in-frame">
      <h1>{title}</h1>
      <p className="muted">{description}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {retry}
      </button>
    </div>
  )
}

export function Root() {
  const t = useText(kitText)
  return (
    <>
      <Outlet />
      <Toasts label={t.common.notifications} dismissLabel={t.common.dismiss} />
    </>
  )
}

function Pending() {
  'use no memo'
  const t = useText(kitText)
  return (
    <div className="message">
      <Spinner label={t.common.loading} />
    </div>
  )
}

/** What holds in the screens of both audiences. */
export const routerOptions = {
  // Of another record nothing stands that was opened, typed or refused of the one before.
  defaultRemountDeps: ({ params }: { params: object }) => params,
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  // The first screen has its picture already; see showSlowScreens.
  defaultPendingMs: Number.POSITIVE_INFINITY,
  defaultPendingMinMs: 300,
  defaultPendingComponent: Pending,
  defaultErrorComponent: Refused,
  defaultNotFoundComponent: NotFound,
  // Whoever has scrolled in the picture that came with the page stays there.
  scrollRestoration: () => !(globalThis.scrollY && findPicture()),
} as const

/** From the second screen on: nothing spins before 200 ms. */
export const showSlowScreens = (router: AnyRouter) => router.update({ ...router.options, defaultPendingMs: 200 })

/** Another screen: whoever cannot see that it changed is taken to its beginning. The scroll position is the router's. */
export function focusNewScreens(router: AnyRouter) {
  let begun = { path: '', at: 0 }
  let touchedAt = 0
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, ({ timeStamp }) => (touchedAt = timeStamp), { capture: true, passive: true })
  router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
    if (pathname !== begun.path) begun = { path: pathname, at: performance.now() }
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const main = document.getElementById('main')
    const { activeElement } = document
    // The router says so late: whoever has gone on already, to a field or a menu, stays there.
    const isElsewhere = touchedAt > begun.at && activeElement && activeElement !== document.body
    if (fromLocation && pathChanged && !isElsewhere && !main?.contains(activeElement))
      main?.focus({ preventScroll: true })
  })
}
