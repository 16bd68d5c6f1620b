import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { importText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffImportRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/import',
  ...needing('settings', { setting: { fr: 'Import', en: 'Import' } }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ importList }) => [importList])
    return loadText(importText)
  },
  component: lazyScreen(() => import('./staff-import-screen.tsx'), 'StaffImportScreen'),
})
