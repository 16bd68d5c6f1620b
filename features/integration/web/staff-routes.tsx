import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { programsText } from './staff-text.ts'

export const staffProgramsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/programs',
  ...needing('settings', { menu: { place: 'staff', icon: 'sort', label: { fr: 'Logiciels', en: 'Software' } } }),
  loader: () => loadText(programsText),
  component: lazyScreen(() => import('./staff-programs-screen.tsx'), 'StaffProgramsScreen'),
})
