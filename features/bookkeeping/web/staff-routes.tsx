import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { bookkeepingSearch } from './search.ts'
import { bookkeepingText } from './staff-text.ts'

export const staffBookkeepingRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/entries',
  ...needing('billing', { menu: { place: 'staff', icon: 'document', label: { fr: 'Écritures', en: 'Entries' } } }),
  validateSearch: only(bookkeepingSearch),
  loader: () => loadText(bookkeepingText),
  component: lazyScreen(() => import('./staff-bookkeeping-screen.tsx'), 'StaffBookkeepingScreen'),
})
