import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { loadPaymentsText } from './use-payments-text.ts'

/** Where a card provider leads back to. Beside the invoices, so that their entry in the menu is the active one. */
export const paymentRoute = createRoute({
  getParentRoute: () => portal,
  path: '/invoices/payments/$id',
  ...needing('pay'),
  loader: loadPaymentsText,
  component: lazyScreen(() => import('./payment-screen.tsx'), 'PaymentScreen'),
})
