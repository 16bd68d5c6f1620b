import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { staffSheetsText } from '#features/traceability/web/staff-text.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { oneOf, only, pageOf } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import type { ComplaintSearch } from './staff-queries.ts'
import { staffComplaintsText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffComplaintsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/complaints',
  ...needing('sheets', { menu: { place: 'staff', icon: 'warning', label: { fr: 'Réclamations', en: 'Complaints' } } }),
  validateSearch: only(
    (said: Record<string, unknown>): ComplaintSearch => ({
      state: oneOf(['open', 'decided'], said.state),
      page: pageOf(said.page),
    }),
  ),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void prefetch(context, queries, ({ complaintList }) => [complaintList(deps)])
    return Promise.all([loadText(staffComplaintsText), loadText(staffSheetsText)])
  },
  component: lazyScreen(() => import('./staff-complaints-screen.tsx'), 'StaffComplaintsScreen'),
})
