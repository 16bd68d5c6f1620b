import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { oneOf, only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { caseListSearch, caseQueryOf } from './search.ts'
import { casesText } from './text.ts'

const caseTabs = ['details', 'attachments'] as const

const queries = () => import('./queries.ts')

export const caseListRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases',
  ...needing('cases', {
    menu: { place: 'screens', icon: 'case', label: { fr: 'Travaux', en: 'Cases' }, words: 'cases' },
    hasPicture: true,
  }),
  validateSearch: only(caseListSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const rows = prefetch(context, queries, ({ caseList }) => [caseList(caseQueryOf(deps))])
    return Promise.all([loadText(casesText), rows])
  },
  component: lazyScreen(() => import('./case-list-screen.tsx'), 'CaseListScreen'),
})

export const caseRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases/$id',
  ...needing('cases', { hasPicture: true }),
  // Not remounted, so that the links to its neighbours keep the focus; what is below them resets itself.
  remountDeps: () => undefined,
  validateSearch: only((said: Record<string, unknown>): { tab?: (typeof caseTabs)[number] | undefined } => ({
    tab: oneOf(caseTabs, said.tab),
  })),
  loader: ({ context, params }) => {
    const found = prefetch(context, queries, ({ caseOne }, client) => [caseOne(params.id, client)])
    return Promise.all([loadText(casesText), found])
  },
  component: lazyScreen(() => import('./case-screen.tsx'), 'CaseScreen'),
})

export const patientRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases/$id/patient',
  ...needing('cases'),
  component: lazyScreen(() => import('./patient-screen.tsx'), 'PatientScreen'),
})
