import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import type { Right } from '../rights.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whom the screen is open to, in the word of the endpoints that it calls: see tenancy/rights.ts. */
    needs: 'nothing' | 'session' | Right
  }
}

/** What every `beforeLoad` and `loader` receives. */
type RouterContext = {
  /** The cache of what the server has answered; it comes with the frame of the portal. */
  queries: () => Promise<QueryClient>
  /** How the sidebar was left, so that the first picture is the last one. */
  sidebarOpen: boolean
  /**
   * Lets a signed-in user to their screens and sends anybody else to sign in; `wanted` is the address to come back to,
   * `route` the id of its screen.
   */
  enterPortal: (wanted: string, route: string) => Promise<void>
}

export const root = createRootRouteWithContext<RouterContext>()()

/**
 * Parent of every screen that needs a session. Features hang their routes under it; the application gives it its frame
 * (`portal.update` in app/portal/router.tsx), because a kit knows neither session nor brand. Ids of its children start with
 * `/portal`: `getRouteApi('/portal/cases')`.
 */
export const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  staticData: { needs: 'session' },
  beforeLoad: ({ context, location, matches }) => context.enterPortal(location.href, String(matches.at(-1)?.routeId)),
})
