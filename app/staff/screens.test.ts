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
    '/staff/signup-requests',
    '/staff/practices',
    '/staff/account-changes',
    '/staff/billing',
    '/staff/invoices',
    '/staff/transfers',
    '/staff/feedback',
    '/staff/mails',
    '/staff/team',
    '/staff/privacy',
  ])
  expect(menuOf('accounting')).toEqual(['/staff', '/staff/billing', '/staff/invoices', '/staff/transfers'])
  for (const role of ['driver', 'production'] as const) expect(menuOf(role)).toEqual(['/staff'])
})

test('their build is told their screens alone, and what the first one asks for', () => {
  const screens = listScreens('staff')
  expect(screens.map(({ path }) => path)).toEqual([
    '/staff',
    '/staff/signup-requests',
    '/staff/signup-requests/$id',
    '/staff/practices',
    '/staff/account-changes',
    '/staff/billing',
    '/staff/billing/practices/$id',
    '/staff/billing/settings',
    '/staff/invoices',
    '/staff/invoices/$id',
    '/staff/transfers',
    '/staff/feedback',
    '/staff/mails',
    '/staff/team',
    '/staff/privacy',
    '/staff/account',
  ])
  expect(screens[0]).toEqual({
    path: '/staff',
    inFrame: true,
    name: 'StaffWaitingScreen',
    picture: 'staff',
    firstCall: '/api/staff/waiting',
  })
})
