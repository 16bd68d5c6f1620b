import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { ridesText } from './text.ts'

const queries = () => import('./queries.ts')

export const ridesRoute = createRoute({
  getParentRoute: () => portal,
  path: '/rides',
  ...needing('rides', {
    menu: { place: 'screens', icon: 'truck', label: { fr: 'Collectes', en: 'Collections' }, words: 'rides' },
    hasPicture: true,
  }),
  loader: ({ context }) => {
    const rows = prefetch(context, queries, ({ rideList }) => [rideList])
    return Promise.all([loadText(ridesText), rows])
  },
  component: lazyScreen(() => import('./rides-screen.tsx'), 'RidesScreen'),
})
