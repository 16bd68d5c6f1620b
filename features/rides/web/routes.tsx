import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { ridesText } from './text.ts'

/** In the chunk of the screen: the table of routes is read by every page. */
const queries = () => import('./queries.ts')

export const ridesRoute = createRoute({
  getParentRoute: () => portal,
  path: '/rides',
  ...needing('rides', { menu: { place: 'screens', icon: 'truck', words: 'rides' } }),
  loader: ({ context }) => {
    void Promise.all([context.queries(), queries()]).then(([client, { rideList }]) => client.prefetchQuery(rideList))
    return loadText(ridesText)
  },
  component: lazyScreen(() => import('./rides-screen.tsx'), 'RidesScreen'),
})
