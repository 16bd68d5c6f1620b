import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { accountPageText } from './page-text.ts'
import { staffAccountText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffAccountChangesRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/account-changes',
  ...needing('practices', {
    menu: { place: 'staff', icon: 'document', label: { fr: 'Modifications', en: 'Changes' } },
  }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ accountChangesQuery }) => [accountChangesQuery])
    return Promise.all([loadText(staffAccountText), loadText(accountPageText)])
  },
  component: lazyScreen(() => import('./staff-account-changes-screen.tsx'), 'StaffAccountChangesScreen'),
})
