import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { supplySettingsText } from './settings-text.ts'
import { staffSuppliesText } from './staff-text.ts'

export const staffSuppliesRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/supplies',
  ...needing('delivery', { menu: { place: 'staff', icon: 'box', label: { fr: 'Fournitures', en: 'Supplies' } } }),
  validateSearch: only((said: Record<string, unknown>): { tab?: 'done' | undefined } => ({
    tab: said.tab === 'done' ? 'done' : undefined,
  })),
  loader: () => loadText(staffSuppliesText),
  component: lazyScreen(() => import('./staff-supplies-screen.tsx'), 'StaffSuppliesScreen'),
})

export const supplySettingsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/supplies',
  ...needing('settings', { setting: { fr: 'Fournitures', en: 'Supplies' } }),
  loader: ({ context }) => {
    void prefetch(
      context,
      () => import('./settings-queries.ts'),
      ({ staffSupplies }) => [staffSupplies],
    )
    return loadText(supplySettingsText)
  },
  component: lazyScreen(() => import('./staff-supply-settings-screen.tsx'), 'SupplySettingsScreen'),
})
