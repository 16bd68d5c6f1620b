import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { portal } from '#kit/web/roots.tsx'
import { oneOf } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { caseList, caseOne } from './queries.ts'
import { caseListSearch, caseQueryOf } from './search.ts'
import { casesText } from './text.ts'

const caseTabs = ['details', 'attachments'] as const

// The rows are not waited for: the skeleton stands as soon as the words are there.

export const caseListRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases',
  validateSearch: caseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries().then(client => client.prefetchQuery(caseList(caseQueryOf(deps))))
    return loadText(casesText)
  },
  component: lazyScreen(() => import('./case-list-screen.tsx'), 'CaseListScreen'),
})

export const caseRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases/$id',
  validateSearch: (said: Record<string, unknown>): { tab?: (typeof caseTabs)[number] | undefined } => ({
    tab: oneOf(caseTabs, said.tab),
  }),
  loader: ({ context, params }) => {
    void context.queries().then(client => client.prefetchQuery(caseOne(params.id, client)))
    return loadText(casesText)
  },
  component: lazyScreen(() => import('./case-screen.tsx'), 'CaseScreen'),
})
