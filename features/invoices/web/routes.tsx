import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { paymentsText } from '#features/payments/web/text.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { invoiceSearch } from './search.ts'
import { invoicesText, invoiceText } from './text.ts'

const queries = () => import('./queries.ts')
const paymentQueries = () => import('#features/payments/web/queries.ts')

export const invoiceRoute = createRoute({
  getParentRoute: () => portal,
  path: '/invoices/$id',
  ...needing('invoices'),
  loader: ({ context, params }) => {
    void prefetch(context, queries, ({ invoiceOne }) => [invoiceOne(params.id)])
    return Promise.all([loadText(invoiceText), loadText(invoicesText), loadText(paymentsText)])
  },
  component: lazyScreen(() => import('./invoice-screen.tsx'), 'InvoiceScreen'),
})

export const invoicesRoute = createRoute({
  getParentRoute: () => portal,
  path: '/invoices',
  ...needing('invoices', {
    menu: { place: 'screens', icon: 'bill', label: { fr: 'Factures', en: 'Invoices' }, words: 'invoices' },
    hasPicture: true,
  }),
  validateSearch: only(invoiceSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const rows = prefetch(context, queries, ({ addressedInvoices, invoiceSummary }) => [
      addressedInvoices(deps),
      invoiceSummary,
    ])
    const payments = prefetch(context, paymentQueries, ({ openPayments }) => [openPayments])
    return Promise.all([loadText(invoicesText), loadText(paymentsText), rows, payments])
  },
  component: lazyScreen(() => import('./invoice-list-screen.tsx'), 'InvoiceListScreen'),
})
