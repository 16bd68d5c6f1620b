import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { makeRouter as makePortal } from '#app/portal/router.tsx'
import { makeRouter as makeConsole } from '#app/staff/router.tsx'
import type { Audience } from '#tenancy/audience.ts'

/** The router of each audience. */
export const routerMakers = { practice: makePortal, staff: makeConsole }

/** Such as `/cases/$id`, whether it is in the signed-in frame, and what its route declares (route-data.ts). */
export type ScreenOfRoute = {
  path: string
  inFrame: boolean
  /** Name of its component, by which the build finds its file. */
  name: string
  /** Name of its first picture. */
  picture?: string
}

/** Every address with a screen in an audience, from the router itself. */
export function listScreens(audience: Audience): ScreenOfRoute[] {
  const router = routerMakers[audience]({ sidebarOpen: true, history: createMemoryHistory() })
  const routes = Object.values<AnyRoute>(router.routesById)
  return routes.flatMap(route => {
    const { leadsTo } = route.options.staticData ?? {}
    const shown = routes.find(({ fullPath, id }) => (leadsTo ? fullPath === leadsTo : id === route.id))
    const { component, staticData: { hasPicture } = {} } = shown?.options ?? {}
    // The frame surrounds all other screens, and redirects have no file of their own.
    if (!shown || shown.isRoot || !('path' in shown.options) || !isLazyScreen(component)) return []
    return {
      path: route.fullPath,
      inFrame: !shown.parentRoute.isRoot,
      name: component.screenName,
      ...(hasPicture ? { picture: shown.fullPath.slice(1).replaceAll('/', '-').replaceAll('$', '') } : {}),
    }
  })
}

const isLazyScreen = (component: unknown): component is { screenName: string } =>
  typeof component === 'function' && 'screenName' in component
