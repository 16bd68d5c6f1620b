import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffPrivacyText } from './staff-text.ts'

export const staffPrivacyRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/privacy',
  ...needing('audit', { menu: { place: 'staff', icon: 'lock', label: { fr: 'Confidentialité', en: 'Privacy' } } }),
  validateSearch: only((said: Record<string, unknown>): { code?: string | undefined; read?: string | undefined } => ({
    code: typeof said.code === 'string' ? said.code.slice(0, 60) : undefined,
    read: typeof said.read === 'string' ? said.read.slice(0, 36) : undefined,
  })),
  loader: () => loadText(staffPrivacyText),
  component: lazyScreen(() => import('./staff-privacy-screen.tsx'), 'StaffPrivacyScreen'),
})
