import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { only, searched } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { pricesText } from './staff-text.ts'

export const staffPriceListsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/prices',
  ...needing('settings', { setting: { fr: 'Tarifs', en: 'Prices' } }),
  loader: () => loadText(pricesText),
  component: lazyScreen(() => import('./staff-price-lists-screen.tsx'), 'StaffPriceListsScreen'),
})

export const staffPriceListRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/prices/$id',
  ...needing('settings'),
  validateSearch: only(searched),
  loader: () => loadText(pricesText),
  component: lazyScreen(() => import('./staff-price-list-screen.tsx'), 'StaffPriceListScreen'),
})
