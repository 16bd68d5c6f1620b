import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffDashboardText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const waitingRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff',
  ...needing('console', {
    menu: { place: 'staff', icon: 'home', label: { fr: 'À traiter', en: 'To do' } },
    hasPicture: true,
  }),
  loader: ({ context }) => {
    const counts = prefetch(context, queries, ({ waitingQuery }) => [waitingQuery])
    return Promise.all([loadText(staffDashboardText), counts])
  },
  component: lazyScreen(() => import('./staff-waiting-screen.tsx'), 'StaffWaitingScreen'),
})
