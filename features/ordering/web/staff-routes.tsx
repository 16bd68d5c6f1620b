import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { idOf, only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { reviewText } from './review-text.ts'
import { staffOrderingText } from './staff-new-case-text.ts'
import { orderingText } from './text.ts'

export const staffNewCaseRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/cases/new',
  ...needing('production'),
  validateSearch: only((said: Record<string, unknown>): { practiceId?: string | undefined } => ({
    practiceId: idOf(said.practiceId),
  })),
  loader: () => Promise.all([loadText(orderingText), loadText(staffOrderingText), loadText(reviewText)]),
  component: lazyScreen(() => import('./staff-new-case-screen.tsx'), 'StaffNewCaseScreen'),
})
