import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { oneOf, only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { type AbsenceTab, absenceTabs } from '../address.ts'
import { absencesText } from './text.ts'

const queries = () => import('./queries.ts')

export const absencesRoute = createRoute({
  getParentRoute: () => portal,
  path: '/absences',
  ...needing('absences', {
    menu: { place: 'screens', icon: 'sun', label: { fr: 'Absences', en: 'Absences' }, words: 'absences' },
    hasPicture: true,
  }),
  validateSearch: only((said: Record<string, unknown>): { tab?: AbsenceTab | undefined } => ({
    tab: oneOf(absenceTabs, said.tab),
  })),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab = 'upcoming' } }) => {
    const rows = prefetch(context, queries, ({ absenceList }) => [absenceList(tab)])
    return Promise.all([loadText(absencesText), rows])
  },
  component: lazyScreen(() => import('./absence-list-screen.tsx'), 'AbsenceListScreen'),
})
