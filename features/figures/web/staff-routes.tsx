import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { countedSearch, figuresSearch } from './search.ts'
import { staffFiguresText } from './staff-text.ts'

export const staffFiguresRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/figures',
  ...needing('figures', { menu: { place: 'staff', icon: 'chart', label: { fr: 'Chiffres', en: 'Figures' } } }),
  validateSearch: only(figuresSearch),
  loader: () => loadText(staffFiguresText),
  component: lazyScreen(() => import('./staff-figures-screen.tsx'), 'StaffFiguresScreen'),
})

export const staffFigureCasesRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/figures/cases',
  ...needing('figures'),
  validateSearch: only(countedSearch),
  loader: () => loadText(staffFiguresText),
  component: lazyScreen(() => import('./staff-figure-cases-screen.tsx'), 'StaffFigureCasesScreen'),
})
