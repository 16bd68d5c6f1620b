import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { oneOf, only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { billingSearch, pieceSearch } from './staff-search.ts'
import { billingSettingsText, billingText, booksText, piecesText } from './staff-text.ts'
import { invoicesText } from './text.ts'

const queries = () => import('./staff-queries.ts')
const loadBilling = () => Promise.all([loadText(booksText), loadText(billingText)])
const loadPieces = () => Promise.all([loadText(booksText), loadText(piecesText), loadText(invoicesText)])

export const staffBillingRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/billing',
  ...needing('billing', { menu: { place: 'staff', icon: 'bill', label: { fr: 'Facturation', en: 'Invoicing' } } }),
  validateSearch: only(billingSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void prefetch(context, queries, ({ practicesToBill, billingSettings }) => [practicesToBill(deps), billingSettings])
    return loadBilling()
  },
  component: lazyScreen(() => import('./staff-billing-screen.tsx'), 'StaffBillingScreen'),
})

export const staffBillingPracticeRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/billing/practices/$id',
  ...needing('billing'),
  validateSearch: only((said: Record<string, unknown>): { complete?: 'number' | undefined } => ({
    complete: oneOf(['number'], said.complete),
  })),
  loader: ({ context, params }) => {
    void prefetch(context, queries, ({ practiceToBill }) => [practiceToBill(params.id)])
    return loadBilling()
  },
  component: lazyScreen(() => import('./staff-billing-practice-screen.tsx'), 'StaffBillingPracticeScreen'),
})

export const staffBillingSettingsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/billing/settings',
  ...needing('billing'),
  loader: () => Promise.all([loadText(booksText), loadText(billingSettingsText)]),
  component: lazyScreen(() => import('./staff-billing-settings-screen.tsx'), 'StaffBillingSettingsScreen'),
})

export const staffPiecesRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/invoices',
  ...needing('billing', { menu: { place: 'staff', icon: 'document', label: { fr: 'Pièces', en: 'Pieces' } } }),
  validateSearch: only(pieceSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void prefetch(context, queries, ({ addressedPieces }) => [addressedPieces(deps)])
    return loadPieces()
  },
  component: lazyScreen(() => import('./staff-pieces-screen.tsx'), 'StaffPiecesScreen'),
})

export const staffPieceRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/invoices/$id',
  ...needing('billing'),
  loader: ({ context, params }) => {
    void prefetch(context, queries, ({ pieceOne }) => [pieceOne(params.id)])
    return loadPieces()
  },
  component: lazyScreen(() => import('./staff-piece-screen.tsx'), 'StaffPieceScreen'),
})
