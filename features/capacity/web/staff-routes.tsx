import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffCapacityText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffCapacityRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/capacity',
  ...needing('settings', { setting: { fr: 'Capacité', en: 'Capacity' } }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ capacity }) => [capacity])
    return loadText(staffCapacityText)
  },
  component: lazyScreen(() => import('./staff-capacity-screen.tsx'), 'StaffCapacityScreen'),
})
