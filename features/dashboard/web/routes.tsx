import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { dashboardSearch } from './search.ts'
import { dashboardText } from './text.ts'

const queries = () => import('./queries.ts')
const caseWords = async () => (await import('#features/cases/web/queries.ts')).loadCaseWords()

export const dashboardRoute = createRoute({
  getParentRoute: () => portal,
  path: '/dashboard',
  ...needing('portal', {
    menu: { place: 'screens', icon: 'home', label: { fr: 'Tableau de bord', en: 'Dashboard' }, words: 'dashboard' },
    hasPicture: true,
  }),
  validateSearch: only(dashboardSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const days = prefetch(context, queries, ({ dashboardQuery, toDoQuery }) => [dashboardQuery(deps), toDoQuery])
    return Promise.all([loadText(dashboardText), caseWords(), days])
  },
  component: lazyScreen(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
})
