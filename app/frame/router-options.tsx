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

/** Shown when even the error view's chunk cannot be loaded. */
function Failed() {
  // Drawn once at most, so memoising is pointless.
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

/** Router options of both audiences. */
export const routerOptions = {
  // Another record remounts the screen, so that nothing opened, typed or refused for the previous one remains.
  defaultRemountDeps: ({ params }: { params: object }) => params,
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  // The first screen already has its picture; see showSlowScreens.
  defaultPendingMs: Number.POSITIVE_INFINITY,
  defaultPendingMinMs: 300,
  defaultPendingComponent: Pending,
  defaultErrorComponent: Refused,
  defaultNotFoundComponent: NotFound,
  // A user who has scrolled in the first picture stays there.
  scrollRestoration: () => !(globalThis.scrollY && findPicture()),
} as const

/** From the second screen on a spinner appears after 200 ms. */
export const showSlowScreens = (router: AnyRouter) => router.update({ ...router.options, defaultPendingMs: 200 })

/** Moves the focus to a new screen for users who cannot see the change. The router handles the scroll position. */
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
    // The router fires late: a user who has already moved on, to a field or a menu, stays there.
    const isElsewhere = touchedAt > begun.at && activeElement && activeElement !== document.body
    if (fromLocation && pathChanged && !isElsewhere && !main?.contains(activeElement))
      main?.focus({ preventScroll: true })
  })
}
