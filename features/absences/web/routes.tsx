import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { oneOf } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { absencesText } from './text.ts'

const tabs = ['upcoming', 'all'] as const

/** In the chunk of the screen: the table of routes is read by every page. */
const queries = () => import('./queries.ts')

export const absencesRoute = createRoute({
  getParentRoute: () => portal,
  path: '/absences',
  ...needing('absences', { menu: { place: 'screens', icon: 'sun', words: 'absences' } }),
  validateSearch: (said: Record<string, unknown>): { tab?: (typeof tabs)[number] | undefined } => ({
    tab: oneOf(tabs, said.tab),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab = 'upcoming' } }) => {
    void Promise.all([context.queries(), queries()]).then(([client, { absenceList }]) =>
      client.prefetchQuery(absenceList(tab)),
    )
    return loadText(absencesText)
  },
  component: lazyScreen(() => import('./absence-list-screen.tsx'), 'AbsenceListScreen'),
})
