import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { onDay, only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { datesText } from '#kit/web/ui/dates-text.ts'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffRidesText } from './staff-text.ts'

export const staffPickupsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/pickups',
  ...needing('delivery', { menu: { place: 'staff', icon: 'clock', label: { fr: 'Collectes', en: 'Pickups' } } }),
  validateSearch: only(onDay),
  loader: () => Promise.all([loadText(staffRidesText), loadText(datesText)]),
  component: lazyScreen(() => import('./staff-pickups-screen.tsx'), 'StaffPickupsScreen'),
})
