import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only, wordsOf } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { orderingText } from './text.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the case that a new one repeats. */
    repeats?: string
    /** Id of a case of the patient a new one is for. */
    patientOf?: string
  }
}

const queries = () => import('./queries.ts')

export const newCaseRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases/new',
  ...needing('order', {
    menu: {
      place: 'requests',
      icon: 'plus',
      label: { fr: 'Nouvelle demande de travail', en: 'New case request' },
      words: 'newCase',
    },
    hasPicture: true,
  }),
  validateSearch: only((said: Record<string, unknown>): { draft?: string | undefined } => ({
    draft: wordsOf(said.draft),
  })),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ firstQueries }) => firstQueries())
    return Promise.all([loadText(orderingText), queries().then(({ chartWords }) => chartWords())])
  },
  component: lazyScreen(() => import('./new-case-screen.tsx'), 'NewCaseScreen'),
})

export const draftsRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases/drafts',
  ...needing('order'),
  component: lazyScreen(() => import('./draft-list-screen.tsx'), 'DraftListScreen'),
})
