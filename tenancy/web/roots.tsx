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
  /** The cache of what the server has answered; it comes with the frame of a signed-in user. */
  queries: () => Promise<QueryClient>
  /** How the sidebar was left, so that the first picture is the last one. */
  sidebarOpen: boolean
  /**
   * Lets those whose screens these are to them, and sends anybody else where they belong; `wanted` is the address to come
   * back to.
   */
  enter: (wanted: string) => Promise<void>
}

export const root = createRootRouteWithContext<RouterContext>()()

/**
 * Parent of every screen of a practice's people. Features hang their routes under it; the application gives it its frame
 * (`portal.update` in app/portal/router.tsx), because a kit knows neither session nor brand. Ids of its children start with
 * `/portal`: `getRouteApi('/portal/cases')`.
 */
export const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  staticData: { needs: 'session' },
  beforeLoad: ({ context, location }) => context.enter(location.href),
})

/**
 * The same for the laboratory's people (app/staff/router.tsx): paths begin with `/staff`, ids with `/console`. Whoever may not
 * enter is taken to another page: by going there, not by resting on a link.
 */
export const staffConsole = createRoute({
  getParentRoute: () => root,
  id: 'console',
  staticData: { needs: 'session' },
  beforeLoad: ({ context, location, preload }) => (preload ? undefined : context.enter(location.href)),
})
