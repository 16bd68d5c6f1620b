import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { accountPageText } from './page-text.ts'

const queries = () => import('./queries.ts')

export const accountRoute = createRoute({
  getParentRoute: () => portal,
  path: '/account',
  ...needing('account', {
    menu: { place: 'account', icon: 'user', label: { fr: 'Mon compte', en: 'My account' }, words: 'account' },
  }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ accountQuery }) => [accountQuery])
    return loadText(accountPageText)
  },
  component: lazyScreen(() => import('./account-screen.tsx'), 'AccountScreen'),
})
