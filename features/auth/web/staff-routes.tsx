import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { authText } from './text.ts'
import { needing } from './use-user.ts'

export const staffAccountRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/account',
  ...needing('console'),
  loader: () => loadText(authText),
  component: lazyScreen(() => import('./staff-account-screen.tsx'), 'StaffAccountScreen'),
})
