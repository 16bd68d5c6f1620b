import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { needing } from './use-user.ts'

export const staffRoute = createRoute({
  getParentRoute: () => portal,
  path: '/staff',
  ...needing('console', { menu: { place: 'staff', icon: 'home', words: 'laboratory' } }),
  component: lazyScreen(() => import('./staff-screen.tsx'), 'StaffScreen'),
})
