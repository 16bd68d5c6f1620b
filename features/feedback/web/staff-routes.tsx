import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { feedbackText } from './text.ts'

export const staffFeedbackRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/feedback',
  ...needing('feedback', { menu: { place: 'staff', icon: 'message', label: { fr: 'Avis', en: 'Feedback' } } }),
  loader: () => loadText(feedbackText),
  component: lazyScreen(() => import('./staff-feedback-screen.tsx'), 'StaffFeedbackScreen'),
})
