import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { portal } from '#tenancy/web/roots.tsx'
import { loadPaymentsText } from './use-payments-text.ts'

const queries = () => import('./queries.ts')

/** Where a card provider leads back to. Beside the invoices, so that their entry in the menu is the active one. */
export const paymentRoute = createRoute({
  getParentRoute: () => portal,
  path: '/invoices/payments/$id',
  ...needing('pay'),
  loader: ({ context, params }) => {
    void prefetch(context, queries, ({ paymentOne }) => [paymentOne(params.id)])
    return loadPaymentsText()
  },
  component: lazyScreen(() => import('./payment-screen.tsx'), 'PaymentScreen'),
})
