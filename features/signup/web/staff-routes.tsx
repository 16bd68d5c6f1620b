import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { oneOf, only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffSignupText } from './staff-text.ts'
import { signupText } from './text.ts'

const tabs = ['waiting', 'decided'] as const
const loadTexts = () => Promise.all([loadText(staffSignupText), loadText(signupText)])
/** Short, because the menu is narrow. */
const label = { fr: 'Inscriptions', en: 'Sign-ups' }

export const staffSignupsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/signup-requests',
  ...needing('practices', { menu: { place: 'staff', icon: 'plus', label } }),
  validateSearch: only((said: Record<string, unknown>): { tab?: (typeof tabs)[number] | undefined } => ({
    tab: oneOf(tabs, said.tab),
  })),
  loader: loadTexts,
  component: lazyScreen(() => import('./staff-signups-screen.tsx'), 'StaffSignupsScreen'),
})

export const staffSignupRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/signup-requests/$id',
  ...needing('practices'),
  loader: loadTexts,
  component: lazyScreen(() => import('./staff-signup-screen.tsx'), 'StaffSignupScreen'),
})
