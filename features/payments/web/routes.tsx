import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { paymentsText, paymentText } from './text.ts'

/** Where a card provider returns to. Under /invoices, so that their menu entry stays active. */
export const paymentRoute = createRoute({
  getParentRoute: () => portal,
  path: '/invoices/payments/$id',
  ...needing('pay'),
  loader: () => Promise.all([loadText(paymentsText), loadText(paymentText)]),
  component: lazyScreen(() => import('./payment-screen.tsx'), 'PaymentScreen'),
})
