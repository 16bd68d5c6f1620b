import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { makeRouter as makePortal } from '#app/portal/router.tsx'
import { makeRouter as makeConsole } from '#app/staff/router.tsx'
import type { Audience } from '#tenancy/audience.ts'

/** By the audience whose application it is. */
export const routerMakers = { practice: makePortal, staff: makeConsole }

/** `/cases/$id`, whether it stands in the frame of who is signed in, and what its route says of it (route-data.ts). */
export type ScreenOfRoute = {
  path: string
  inFrame: boolean
  /** The name of its component: by it the build finds its file. */
  name: string
  /** The name of its first picture. */
  picture?: string
}

/** Every address of an audience with a screen, from the router itself. */
export function listScreens(audience: Audience): ScreenOfRoute[] {
  const router = routerMakers[audience]({ sidebarOpen: true, history: createMemoryHistory() })
  const routes = Object.values<AnyRoute>(router.routesById)
  return routes.flatMap(route => {
    const { leadsTo } = route.options.staticData ?? {}
    const shown = routes.find(({ fullPath, id }) => (leadsTo ? fullPath === leadsTo : id === route.id))
    const { component, staticData: { hasPicture } = {} } = shown?.options ?? {}
    // The frame draws itself around all others, and what leads nowhere has no file of its own.
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
