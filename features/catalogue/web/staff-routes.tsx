import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only, searched } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffCatalogueText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffCatalogueRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/catalogue',
  ...needing('settings', { setting: { fr: 'Catalogue', en: 'Catalogue' } }),
  validateSearch: only(searched),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ staffCatalogue }) => [staffCatalogue])
    return loadText(staffCatalogueText)
  },
  component: lazyScreen(() => import('./staff-catalogue-screen.tsx'), 'StaffCatalogueScreen'),
})
