import { createRoute } from '@tanstack/react-router'
import { accessText } from '#features/account/web/access-text.ts'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { colleaguesText } from './text.ts'

const queries = () => import('./queries.ts')

export const colleaguesRoute = createRoute({
  getParentRoute: () => portal,
  path: '/account/colleagues',
  ...needing('colleagues', {
    menu: { place: 'account', icon: 'users', label: { fr: 'Collègues', en: 'Colleagues' }, words: 'colleagues' },
  }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ colleagueList }) => [colleagueList])
    return Promise.all([loadText(colleaguesText), loadText(accessText)])
  },
  component: lazyScreen(() => import('./colleagues-screen.tsx'), 'ColleaguesScreen'),
})
