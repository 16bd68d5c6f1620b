import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { orderingText } from './text.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The case that a new one repeats. */
    repeats?: string
  }
}

/** In the chunk of the screen: the table of routes is read by every page. */
const queries = () => import('./queries.ts')
const chartWords = async () => (await import('#features/prescription/web/tooth-chart.tsx')).loadPrescriptionWords()

export const newCaseRoute = createRoute({
  getParentRoute: () => portal,
  path: '/cases/new',
  ...needing('order', {
    menu: { place: 'requests', icon: 'plus', words: 'newCase' },
    hasPicture: true,
    firstCall: '/api/catalogue',
  }),
  loader: ({ context }) => {
    void Promise.all([context.queries(), queries()]).then(
      ([client, { catalogueQuery, draftQuery, prescribersQuery }]) => {
        void client.prefetchQuery(catalogueQuery)
        void client.prefetchQuery(draftQuery)
        void client.prefetchQuery(prescribersQuery)
      },
    )
    return Promise.all([loadText(orderingText), chartWords()])
  },
  component: lazyScreen(() => import('./new-case-screen.tsx'), 'NewCaseScreen'),
})
