import {
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { absencesRoute } from '#features/absences/web/routes.tsx'
import { accountText } from '#features/account/web/text.ts'
import { session } from '#features/auth/web/browser-session.ts'
import { loginRoute } from '#features/auth/web/routes.tsx'
import { staffRoute } from '#features/auth/web/staff-routes.tsx'
import { caseListRoute, caseRoute } from '#features/cases/web/routes.tsx'
import { dashboardRoute } from '#features/dashboard/web/routes.tsx'
import { staffFeedbackRoute } from '#features/feedback/web/staff-routes.tsx'
import { newCaseRoute } from '#features/ordering/web/routes.tsx'
import { ridesRoute } from '#features/rides/web/routes.tsx'
import { signupRoute } from '#features/signup/web/routes.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { fetchLaterParts, later } from '#kit/web/later.tsx'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Spinner } from '#kit/web/ui/spinner.tsx'
import { portal, root } from '#tenancy/web/roots.tsx'

/** The frame of the portal, its words and its queries. */
const loadPortal = async () => {
  const [portalModule] = await Promise.all([import('./portal.tsx'), loadText(accountText)])
  return portalModule
}
export const queries = async () => (await loadPortal()).queryClient

const Toasts = later(() => import('#kit/web/ui/toasts.tsx').then(module => module.Toasts))
const RouteErrorView = later(() => import('#kit/web/route-error-view.tsx').then(module => module.RouteErrorView), {
  withoutIt: Failed,
})
const NotFoundView = later(() => import('#kit/web/not-found-view.tsx').then(module => module.NotFoundView), {
  withoutIt: Failed,
})

function Refused(props: ErrorComponentProps) {
  useEffect(fetchLaterParts, [])
  return <RouteErrorView {...props} />
}

function NotFound() {
  useEffect(fetchLaterParts, [])
  return <NotFoundView />
}

/** Where not even the view that explains a failure can be had. */
function Failed() {
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

function Root() {
  const t = useText(kitText)
  return (
    <>
      <Outlet />
      <Toasts label={t.common.notifications} dismissLabel={t.common.dismiss} />
    </>
  )
}

function Pending() {
  const t = useText(kitText)
  return (
    <div className="message">
      <Spinner label={t.common.loading} />
    </div>
  )
}

async function enterPortal(wanted: string, route: string) {
  if (!(await session.ensure())) throw redirect({ to: '/login', search: { redirect: wanted }, replace: true })
  // No screen of a practice is theirs: each of its calls would be refused. An address that leads nowhere says so to all.
  const isElsewhere = route !== notFoundRoute.id && !route.startsWith('/portal/staff')
  if (session.user()?.kind === 'staff' && isElsewhere) throw redirect({ to: '/staff', replace: true })
}

/** The day first: what arrives, what leaves, what is late. Any case is one press away from there. */
const homeRoute = createRoute({
  getParentRoute: () => portal,
  path: '/',
  staticData: { needs: 'session', leadsTo: '/dashboard' },
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})
const notFoundRoute = createRoute({
  getParentRoute: () => portal,
  path: '$',
  staticData: { needs: 'session' },
  component: NotFound,
})

/** Another screen: whoever cannot see that it changed is taken to its beginning. The scroll position is the router's. */
function focusNewScreens(router: Router) {
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

/** From the second screen on: nothing spins before 200 ms. */
export const showSlowScreens = (router: Router) => router.update({ ...router.options, defaultPendingMs: 200 })

export type RouterSettings = {
  sidebarOpen: boolean
  /** Where the addresses come from; the browser's address bar unless said. */
  history?: RouterHistory
}

export function startRouter(settings: RouterSettings) {
  const router = makeRouter(settings)
  focusNewScreens(router)
  return router
}

export function makeRouter({ sidebarOpen, history }: RouterSettings) {
  root.update({ staticData: { needs: 'nothing' }, component: Root })
  portal.update({ staticData: portal.options.staticData, component: lazyScreen(loadPortal, 'Portal') })
  return createRouter({
    routeTree: root.addChildren([
      loginRoute,
      signupRoute,
      // In the order of the menus.
      portal.addChildren([
        homeRoute,
        dashboardRoute,
        caseListRoute,
        absencesRoute,
        ridesRoute,
        newCaseRoute,
        caseRoute,
        staffRoute,
        staffFeedbackRoute,
        notFoundRoute,
      ]),
    ]),
    ...(history ? { history } : {}),
    context: { queries, enterPortal, sidebarOpen },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    // The first screen has its picture already; see showSlowScreens.
    defaultPendingMs: Number.POSITIVE_INFINITY,
    defaultPendingMinMs: 300,
    defaultPendingComponent: Pending,
    defaultErrorComponent: Refused,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

export type Router = ReturnType<typeof makeRouter>
declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
}
