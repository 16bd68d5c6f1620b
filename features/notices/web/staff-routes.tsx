import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { mailSettingsText, staffMailsText } from './staff-text.ts'

export const staffMailsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/mails',
  ...needing('mails', { menu: { place: 'staff', icon: 'mail', label: { fr: 'E-mails', en: 'E-mails' } } }),
  loader: () => loadText(staffMailsText),
  component: lazyScreen(() => import('./staff-mails-screen.tsx'), 'StaffMailsScreen'),
})

export const mailSettingsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/settings/mails',
  ...needing('settings', { setting: { fr: 'E‑mails', en: 'E‑mails' } }),
  loader: ({ context }) => {
    void prefetch(
      context,
      () => import('./staff-queries.ts'),
      ({ mailSettings }) => [mailSettings],
    )
    return loadText(mailSettingsText)
  },
  component: lazyScreen(() => import('./staff-mail-settings-screen.tsx'), 'StaffMailSettingsScreen'),
})
