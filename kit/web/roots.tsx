import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'

/** What every `beforeLoad` and `loader` receives. */
type RouterContext = { queryClient: QueryClient }

export const root = createRootRouteWithContext<RouterContext>()()

/**
 * Parent of every screen that needs a session. Features hang their routes under it; the application gives it its guard
 * and its frame (`portal.update` in app/router.tsx), because a kit knows neither. Ids of its children start with
 * `/portal`: `getRouteApi('/portal/cases')`.
 */
export const portal = createRoute({ getParentRoute: () => root, id: 'portal' })
