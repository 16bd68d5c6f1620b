import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only, pageOf } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffSheetsText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffSheetsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/sheets',
  ...needing('sheets', {
    menu: { place: 'staff', icon: 'document', label: { fr: 'Fiches à signer', en: 'Sheets to sign' } },
  }),
  validateSearch: only((said: Record<string, unknown>): { page?: number | undefined } => ({ page: pageOf(said.page) })),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void prefetch(context, queries, ({ sheetQueue }) => [sheetQueue(deps.page ?? 1)])
    return loadText(staffSheetsText)
  },
  component: lazyScreen(() => import('./staff-sheets-screen.tsx'), 'StaffSheetsScreen'),
})

export const staffSheetRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/sheets/$id',
  ...needing('sheets'),
  loader: ({ context, params }) => {
    void prefetch(context, queries, ({ benchSheet }) => [benchSheet(params.id)])
    return loadText(staffSheetsText)
  },
  component: lazyScreen(() => import('./staff-sheet-screen.tsx'), 'StaffSheetScreen'),
})
