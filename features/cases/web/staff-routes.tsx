import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { shippingText } from '#features/deliveries/web/shipping-text.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { boardSearch, intakeSearch, staffListSearch, staffQueryOf } from './staff-search.ts'
import { staffBoardText, staffCasesText, staffCaseText, staffIntakeText } from './staff-text.ts'
import { casesText } from './text.ts'

const queries = () => import('./staff-queries.ts')
const loadWords = () => Promise.all([loadText(casesText), loadText(staffCasesText)])

export const staffIntakeRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/intake',
  ...needing('production', {
    menu: { place: 'staff', icon: 'box', label: { fr: 'Réception', en: 'Intake' } },
    hasPicture: true,
  }),
  validateSearch: only(intakeSearch),
  loaderDeps: ({ search }) => ({ by: search.by, view: search.view }),
  loader: ({ context, deps }) => {
    const queue = prefetch(context, queries, ({ intakeQueue }) => [intakeQueue(deps.by, deps.view)])
    return Promise.all([queue, loadWords(), loadText(staffCaseText), loadText(staffIntakeText)])
  },
  component: lazyScreen(() => import('./staff-intake-screen.tsx'), 'StaffIntakeScreen'),
})

export const staffBoardRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/board',
  ...needing('production', {
    menu: { place: 'staff', icon: 'sort', label: { fr: 'Tableau', en: 'Board' } },
    hasPicture: true,
  }),
  validateSearch: only(boardSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const columns = prefetch(context, queries, ({ caseBoard }) => [caseBoard(deps)])
    return Promise.all([columns, loadWords(), loadText(staffCaseText), loadText(staffBoardText)])
  },
  component: lazyScreen(() => import('./staff-board-screen.tsx'), 'StaffBoardScreen'),
})

export const staffCasesRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/cases',
  ...needing('production', {
    menu: { place: 'staff', icon: 'case', label: { fr: 'Travaux', en: 'Cases' } },
    hasPicture: true,
  }),
  validateSearch: only(staffListSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void prefetch(context, queries, ({ staffCaseList }) => [staffCaseList(staffQueryOf(deps))])
    return Promise.all([loadWords(), loadText(staffBoardText)])
  },
  component: lazyScreen(() => import('./staff-case-list-screen.tsx'), 'StaffCaseListScreen'),
})

export const staffCaseRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/cases/$id',
  ...needing('production'),
  loader: ({ context, params: { id }, cause }) => {
    // Reading a case is audited, so hovering over its row must not load it.
    if (cause !== 'preload')
      void prefetch(context, queries, ({ staffCaseOne, staffMessages }) => [staffCaseOne(id), staffMessages(id)])
    return Promise.all([loadWords(), loadText(staffCaseText), loadText(shippingText)])
  },
  component: lazyScreen(() => import('./staff-case-screen.tsx'), 'StaffCaseScreen'),
})
