import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffPaymentsText } from './staff-text.ts'

export const staffTransfersRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/transfers',
  ...needing('billing', { menu: { place: 'staff', icon: 'bill', label: { fr: 'Virements', en: 'Transfers' } } }),
  loader: () => loadText(staffPaymentsText),
  component: lazyScreen(() => import('./staff-transfers-screen.tsx'), 'StaffTransfersScreen'),
})
