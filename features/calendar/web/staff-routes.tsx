import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { staffCalendarText } from './staff-text.ts'

const queries = () => import('./staff-queries.ts')

export const staffCalendarRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/calendar',
  ...needing('settings', { setting: { fr: 'Calendrier', en: 'Calendar' } }),
  loader: ({ context }) => {
    void prefetch(context, queries, ({ staffCalendar }) => [staffCalendar])
    return loadText(staffCalendarText)
  },
  component: lazyScreen(() => import('./staff-calendar-screen.tsx'), 'StaffCalendarScreen'),
})
