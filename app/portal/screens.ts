import { createMemoryHistory } from '@tanstack/react-router'
import { makeRouter } from './router.tsx'

/** `/cases/$id`, whether it stands in the portal's frame, and what its route says of it (route-data.ts). */
export type ScreenOfRoute = {
  path: string
  inPortal: boolean
  /** The name of its component: by it the build finds its file. */
  name: string
  /** The name of its first picture. */
  picture?: string
  firstCall?: string
}

/** Every address with a screen, from the router itself. */
export function listScreens(): ScreenOfRoute[] {
  const { routesById } = makeRouter({ sidebarOpen: true, history: createMemoryHistory() })
  return Object.values(routesById).flatMap(route => {
    const { leadsTo } = route.options.staticData ?? {}
    const shown = Object.values(routesById).find(({ fullPath, id }) =>
      leadsTo ? fullPath === leadsTo : id === route.id,
    )
    const { component, staticData: { hasPicture, firstCall } = {} } = shown?.options ?? {}
    // The frame draws itself around all others, and what leads nowhere has no file of its own.
    if (!shown || shown.isRoot || !('path' in shown.options) || !isLazyScreen(component)) return []
    return {
      path: route.fullPath,
      inPortal: shown.id.startsWith('/portal/'),
      name: component.screenName,
      ...(hasPicture ? { picture: shown.fullPath.slice(1).replaceAll('/', '-').replaceAll('$', '') } : {}),
      ...(firstCall ? { firstCall } : {}),
    }
  })
}

const isLazyScreen = (component: unknown): component is { screenName: string } =>
  typeof component === 'function' && 'screenName' in component
