import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { staffRidesText } from '#features/rides/web/staff-text.ts'
import { stationsText } from '#features/stations/web/text.ts'
import type { Day } from '#kit/day.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { dayOf, onDay, only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { datesText } from '#kit/web/ui/dates-text.ts'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { shippingText } from './shipping-text.ts'
import { deliveriesText } from './text.ts'

export const staffDeliveriesRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/deliveries',
  ...needing('delivery', { menu: { place: 'staff', icon: 'truck', label: { fr: 'Tournée', en: 'Delivery run' } } }),
  validateSearch: only(onDay),
  loader: () => Promise.all([loadText(deliveriesText), loadText(staffRidesText), loadText(datesText)]),
  component: lazyScreen(() => import('./staff-deliveries-screen.tsx'), 'StaffDeliveriesScreen'),
})

export const staffShippingRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/shipping',
  ...needing('delivery', { menu: { place: 'staff', icon: 'external', label: { fr: 'Expéditions', en: 'Shipping' } } }),
  validateSearch: only((said: Record<string, unknown>): { until?: Day | undefined } => ({ until: dayOf(said.until) })),
  loader: () => Promise.all([loadText(shippingText), loadText(datesText)]),
  component: lazyScreen(() => import('./staff-shipping-screen.tsx'), 'StaffShippingScreen'),
})

export const staffScanRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/scan',
  ...needing('console', { menu: { place: 'staff', icon: 'camera', label: { fr: 'Scanner', en: 'Scan' } } }),
  loader: () => Promise.all([loadText(shippingText), loadText(stationsText)]),
  component: lazyScreen(() => import('./staff-scan-screen.tsx'), 'StaffScanScreen'),
})
