import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { beforeFirstDrawing } from '#kit/web/early.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { dashboardSearch } from './search.ts'
import { dashboardText } from './text.ts'

/** In the chunk of the screen: the table of routes is read by every page. */
const queries = () => import('./queries.ts')
const caseWords = async () => (await import('#features/cases/web/queries.ts')).loadCaseWords()

export const dashboardRoute = createRoute({
  getParentRoute: () => portal,
  path: '/dashboard',
  ...needing('portal', {
    menu: { place: 'screens', icon: 'home', words: 'dashboard' },
    hasPicture: true,
    firstCall: '/api/dashboard?days=3',
  }),
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const days = Promise.all([context.queries(), queries()]).then(([client, { dashboardQuery }]) =>
      client.prefetchQuery(dashboardQuery(deps)),
    )
    return Promise.all([loadText(dashboardText), caseWords(), beforeFirstDrawing(days)])
  },
  component: lazyScreen(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
})
