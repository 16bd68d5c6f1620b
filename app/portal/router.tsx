import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { enterAs } from '#app/frame/enter.ts'
import type { Entry, RouterSettings } from '#app/frame/entry.ts'
import { NotFound, Root, routerOptions } from '#app/frame/router-options.tsx'
import { absencesRoute } from '#features/absences/web/routes.tsx'
import { accountRoute } from '#features/account/web/routes.tsx'
import { accountText } from '#features/account/web/text.ts'
import { loginRoute } from '#features/auth/web/routes.tsx'
import { caseListRoute, caseRoute, patientRoute } from '#features/cases/web/routes.tsx'
import { colleaguesRoute } from '#features/colleagues/web/routes.tsx'
import { dashboardRoute } from '#features/dashboard/web/routes.tsx'
import { invoiceRoute, invoicesRoute } from '#features/invoices/web/routes.tsx'
import { draftsRoute, newCaseRoute } from '#features/ordering/web/routes.tsx'
import { paymentRoute } from '#features/payments/web/routes.tsx'
import { ridesRoute } from '#features/rides/web/routes.tsx'
import { signupRoute } from '#features/signup/web/routes.tsx'
import { suppliesRoute } from '#features/supplies/web/routes.tsx'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { portal, root } from '#tenancy/web/roots.tsx'

/** Loads the frame of the portal, its text and its queries. */
const loadPortal = async () => {
  const [portalModule] = await Promise.all([import('./portal.tsx'), loadText(accountText)])
  return portalModule
}
const queries = async () => (await loadPortal()).queryClient

const enter = enterAs('practice', wanted => {
  throw redirect({ to: '/login', search: { redirect: wanted }, replace: true })
})

/** The day first: what arrives, what leaves, what is late. Every case is one press away from there. */
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

export const openScreens = [loginRoute, signupRoute] as const
/** In the order of the menus. */
export const portalScreens = [
  homeRoute,
  dashboardRoute,
  caseListRoute,
  absencesRoute,
  ridesRoute,
  suppliesRoute,
  newCaseRoute,
  draftsRoute,
  caseRoute,
  patientRoute,
  accountRoute,
  colleaguesRoute,
  invoicesRoute,
  invoiceRoute,
  paymentRoute,
  notFoundRoute,
] as const

export function makeRouter({ sidebarOpen, history }: RouterSettings) {
  root.update({ staticData: { needs: 'nothing' }, component: Root })
  portal.update({ staticData: portal.options.staticData, component: lazyScreen(loadPortal, 'Portal') })
  return createRouter({
    ...routerOptions,
    routeTree: root.addChildren([...openScreens, portal.addChildren(portalScreens)]),
    ...(history ? { history } : {}),
    context: { queries, enter, sidebarOpen },
  })
}

export const portalEntry: Entry = {
  makeRouter,
  queries,
  leave: router => router.navigate({ to: '/login', search: {}, ignoreBlocker: true }),
}
