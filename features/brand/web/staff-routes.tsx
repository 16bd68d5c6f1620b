import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffBrandText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffBrandRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/brand',
  ...needing('settings', { setting: { fr: 'Logo et couleurs', en: 'Logo and colours' } }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ staffBrand }) => [staffBrand])
    return loadText(staffBrandText)
  },
  component: lazyScreen(() => import('./staff-brand-screen.tsx'), 'StaffBrandScreen'),
})
