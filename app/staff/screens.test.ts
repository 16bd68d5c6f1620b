import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { entriesAt } from '#app/frame/menu-entries.ts'
import { listScreens } from '#app/frame/screens.ts'
import { decodeToken } from '#features/auth/web/token.ts'
import type { StaffRole } from '#tenancy/rights.ts'
import { makeRouter } from './router.tsx'

function menuOf(role: StaffRole) {
  const payload = Buffer.from(JSON.stringify({ id: 'u1', exp: 1, kind: 'staff', role })).toString('base64url')
  const user = decodeToken(`h.${payload}.s`)
  if (!user) throw new Error('No user can be read from this token.')
  const router = makeRouter({ sidebarOpen: true, history: createMemoryHistory() })
  return entriesAt('staff', router, user).map(({ to }) => to)
}

test('the menu of the laboratory’s people has the screens of their role', () => {
  expect(menuOf('administrator')).toEqual([
    '/staff',
    '/staff/intake',
    '/staff/board',
    '/staff/cases',
    '/staff/deliveries',
    '/staff/pickups',
    '/staff/shipping',
    '/staff/supplies',
    '/staff/scan',
    '/staff/signup-requests',
    '/staff/practices',
    '/staff/sheets',
    '/staff/materials',
    '/staff/complaints',
    '/staff/account-changes',
    '/staff/billing',
    '/staff/invoices',
    '/staff/transfers',
    '/staff/feedback',
    '/staff/figures',
    '/staff/mails',
    '/staff/team',
    '/staff/settings',
    '/staff/privacy',
    '/staff/audit',
  ])
  expect(menuOf('accounting')).toEqual([
    '/staff',
    '/staff/scan',
    '/staff/billing',
    '/staff/invoices',
    '/staff/transfers',
  ])
  expect(menuOf('production')).toEqual([
    '/staff',
    '/staff/intake',
    '/staff/board',
    '/staff/cases',
    '/staff/scan',
    '/staff/sheets',
    '/staff/materials',
    '/staff/complaints',
  ])
  expect(menuOf('driver')).toEqual([
    '/staff',
    '/staff/deliveries',
    '/staff/pickups',
    '/staff/shipping',
    '/staff/supplies',
    '/staff/scan',
  ])
})

test('their build is told their screens alone, and what the first one asks for', () => {
  const screens = listScreens('staff')
  expect(screens.map(({ path }) => path)).toEqual([
    '/staff',
    '/staff/intake',
    '/staff/board',
    '/staff/cases',
    '/staff/cases/$id',
    '/staff/deliveries',
    '/staff/pickups',
    '/staff/shipping',
    '/staff/supplies',
    '/staff/scan',
    '/staff/signup-requests',
    '/staff/signup-requests/$id',
    '/staff/practices',
    '/staff/practices/$id',
    '/staff/sheets',
    '/staff/sheets/$id',
    '/staff/materials',
    '/staff/materials/$id',
    '/staff/lots/$id',
    '/staff/complaints',
    '/staff/account-changes',
    '/staff/billing',
    '/staff/billing/practices/$id',
    '/staff/billing/settings',
    '/staff/invoices',
    '/staff/invoices/$id',
    '/staff/transfers',
    '/staff/feedback',
    '/staff/figures',
    '/staff/figures/cases',
    '/staff/mails',
    '/staff/team',
    '/staff/settings',
    '/staff/settings/catalogue',
    '/staff/settings/prices',
    '/staff/settings/prices/$id',
    '/staff/settings/calendar',
    '/staff/settings/capacity',
    '/staff/settings/brand',
    '/staff/settings/supplies',
    '/staff/settings/mails',
    '/staff/settings/import',
    '/staff/privacy',
    '/staff/audit',
    '/staff/account',
  ])
  expect(screens[0]).toEqual({
    path: '/staff',
    inFrame: true,
    name: 'StaffWaitingScreen',
    picture: 'staff',
  })
})
