import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffMailsText } from './staff-text.ts'

export const staffMailsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/mails',
  ...needing('mails', { menu: { place: 'staff', icon: 'mail', label: { fr: 'E-mails', en: 'E-mails' } } }),
  loader: () => loadText(staffMailsText),
  component: lazyScreen(() => import('./staff-mails-screen.tsx'), 'StaffMailsScreen'),
})
