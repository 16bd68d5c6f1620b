import { createRoute, redirect } from '@tanstack/react-router'
import { accessText } from '#features/account/web/access-text.ts'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffTeamText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffTeamRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/team',
  ...needing('staff', { menu: { place: 'staff', icon: 'users', label: { fr: 'Équipe', en: 'Team' } } }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ teamQuery }) => [teamQuery])
    return Promise.all([loadText(staffTeamText), loadText(accessText)])
  },
  component: lazyScreen(() => import('./staff-team-screen.tsx'), 'StaffTeamScreen'),
})

/** One menu entry for all settings; it opens the catalogue. */
export const staffSettingsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings',
  staticData: {
    needs: 'settings',
    leadsTo: '/staff/settings/catalogue',
    menu: { place: 'staff', icon: 'gear', label: { fr: 'Réglages', en: 'Settings' } },
  },
  beforeLoad: () => {
    throw redirect({ to: '/staff/settings/catalogue', replace: true })
  },
})
