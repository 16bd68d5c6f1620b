import { createRoute } from '@tanstack/react-router'
import { accessText } from '#features/account/web/access-text.ts'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { oneOf, only, searched } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { practicesText } from './text.ts'

export const staffPracticesRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/practices',
  ...needing('practices', { menu: { place: 'staff', icon: 'tooth', label: { fr: 'Cabinets', en: 'Practices' } } }),
  validateSearch: only(searched),
  loader: () => Promise.all([loadText(practicesText), loadText(accessText)]),
  component: lazyScreen(() => import('./staff-practices-screen.tsx'), 'StaffPracticesScreen'),
})

export const staffPracticeRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/practices/$id',
  ...needing('practices'),
  // The missing value to enter, for links from where it is missed.
  validateSearch: only((said: Record<string, unknown>): { complete?: 'number' | 'address' | undefined } => ({
    complete: oneOf(['number', 'address'], said.complete),
  })),
  loader: () => Promise.all([loadText(practicesText), loadText(accessText)]),
  component: lazyScreen(() => import('./staff-practice-screen.tsx'), 'StaffPracticeScreen'),
})
