import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { portal } from '#tenancy/web/roots.tsx'

export const suppliesRoute = createRoute({
  getParentRoute: () => portal,
  path: '/supplies',
  ...needing('supplies'),
  component: lazyScreen(() => import('./supplies-screen.tsx'), 'SuppliesScreen'),
})
