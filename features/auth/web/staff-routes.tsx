import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { refusePractices } from './use-user.ts'

export const staffRoute = createRoute({
  getParentRoute: () => portal,
  path: '/staff',
  staticData: { menu: { place: 'staff', icon: 'home', words: 'laboratory' } },
  beforeLoad: refusePractices,
  component: lazyScreen(() => import('./staff-screen.tsx'), 'StaffScreen'),
})
