import { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { session } from '#features/auth/web/browser-session.ts'
import { loginRoute } from '#features/auth/web/routes.tsx'
import { caseListRoute, caseRoute } from '#features/cases/web/routes.tsx'
import { signupRoute } from '#features/signup/web/routes.tsx'
import { Problem } from '#kit/problem.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { NotFoundView } from '#kit/web/not-found-view.tsx'
import { portal, root } from '#kit/web/roots.tsx'
import { RouteErrorView } from '#kit/web/route-error-view.tsx'
import { useText } from '#kit/web/text.tsx'
import { Spinner } from '#kit/web/ui/spinner.tsx'
import { Toasts } from '#kit/web/ui/toasts.tsx'
import { UnsavedChangesGuard } from '#kit/web/unsaved-changes.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { PortalLayout } from './portal-layout.tsx'
import { StaffScreen } from './staff-screen.tsx'

/** A refusal stays a refusal however often it is asked; anything else may be better the second time. */
const retry = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof Problem && error.status >= 400 && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, a call fails at once and the screen says so, instead of waiting without a word.
    queries: { retry, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

function Root() {
  const t = useText(kitText)
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <UnsavedChangesGuard />
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

async function enterPortal(wanted: string) {
  if (!(await session.ensure())) throw redirect({ to: '/login', search: { redirect: wanted }, replace: true })
}

const homeRoute = createRoute({
  getParentRoute: () => portal,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/cases', replace: true })
  },
})
const staffRoute = createRoute({ getParentRoute: () => portal, path: '/staff', component: StaffScreen })
const notFoundRoute = createRoute({ getParentRoute: () => portal, path: '$', component: NotFoundView })

/** Another screen: whoever cannot see that it changed is taken to its beginning. The scroll position is the router's. */
function focusNewScreens(router: Router) {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.getElementById('main')?.focus({ preventScroll: true })
  })
}

export function startRouter({ sidebarOpen }: { sidebarOpen: boolean }) {
  const router = makeRouter({ sidebarOpen })
  focusNewScreens(router)
  return router
}

function makeRouter({ sidebarOpen }: { sidebarOpen: boolean }) {
  root.update({ component: Root })
  portal.update({
    component: () => <PortalLayout sidebarOpen={sidebarOpen} />,
  })
  return createRouter({
    routeTree: root.addChildren([
      loginRoute,
      signupRoute,
      portal.addChildren([homeRoute, caseListRoute, caseRoute, staffRoute, notFoundRoute]),
    ]),
    context: { queryClient, enterPortal },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
    defaultPendingComponent: Pending,
    defaultErrorComponent: RouteErrorView,
    defaultNotFoundComponent: NotFoundView,
    scrollRestoration: true,
  })
}

export type Router = ReturnType<typeof makeRouter>
declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
}
