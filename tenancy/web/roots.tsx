import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import type { Right } from '../rights.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The right that the screen's endpoints need: see tenancy/rights.ts. */
    needs: 'nothing' | 'session' | Right
  }
}

/** The context that every `beforeLoad` and `loader` receives. */
type RouterContext = {
  /** The query cache; it comes with the frame of a signed-in user. */
  queries: () => Promise<QueryClient>
  /** Whether the sidebar was open on the last visit, so that the first picture matches. */
  sidebarOpen: boolean
  /** Lets in those whose screens these are, and redirects anybody else; `wanted` is the address to come back to. */
  enter: (wanted: string) => Promise<void>
}

export const root = createRootRouteWithContext<RouterContext>()()

/**
 * Parent of every screen of a practice's people. Features hang their routes under it; the application gives it its frame
 * (`portal.update` in app/portal/router.tsx), because tenancy knows neither session nor brand. Ids of its children start with
 * `/portal`: `getRouteApi('/portal/cases')`.
 */
export const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  staticData: { needs: 'session' },
  beforeLoad: ({ context, location }) => context.enter(location.href),
})

/**
 * The same for the laboratory's people (app/staff/router.tsx): paths begin with `/staff`, ids with `/console`. Users who may not
 * enter are redirected on navigation, not on preload.
 */
export const staffConsole = createRoute({
  getParentRoute: () => root,
  id: 'console',
  staticData: { needs: 'session' },
  beforeLoad: ({ context, location, preload }) => (preload ? undefined : context.enter(location.href)),
})
