import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { auditSearch } from './search.ts'
import { staffAuditText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffAuditRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/audit',
  ...needing('audit', { menu: { place: 'staff', icon: 'eye', label: { fr: 'Journal', en: 'Audit log' } } }),
  validateSearch: only(auditSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void prefetch(context, queries, ({ auditLines }) => [auditLines(deps)])
    return loadText(staffAuditText)
  },
  component: lazyScreen(() => import('./staff-audit-screen.tsx'), 'StaffAuditScreen'),
})
