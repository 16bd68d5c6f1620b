import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { feedbackText } from './text.ts'

export const staffFeedbackRoute = createRoute({
  getParentRoute: () => portal,
  path: '/staff/feedback',
  ...needing('feedback', { menu: { place: 'staff', icon: 'message', words: 'feedback' } }),
  loader: () => loadText(feedbackText),
  component: lazyScreen(() => import('./staff-feedback-screen.tsx'), 'StaffFeedbackScreen'),
})
