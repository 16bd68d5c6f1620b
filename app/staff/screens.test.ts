import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { entriesAt, settingsEntries } from '#app/frame/menu-entries.ts'
import { listScreens } from '#app/frame/screens.ts'
import { decodeToken } from '#features/auth/web/token.ts'
import { en } from '#features/palette/text/staff-en.ts'
import { fr } from '#features/palette/text/staff-fr.ts'
import type { StaffRole } from '#tenancy/rights.ts'
import { makeRouter } from './router.tsx'
import { staffScreens } from './screens.ts'

function userOf(role: StaffRole) {
  const payload = Buffer.from(JSON.stringify({ id: 'u1', exp: 1, kind: 'staff', role })).toString('base64url')
  const user = decodeToken(`h.${payload}.s`)
  if (!user) throw new Error('No user can be read from this token.')
  return user
}
const router = makeRouter({ sidebarOpen: true, history: createMemoryHistory() })
const menuOf = (role: StaffRole) => entriesAt('staff', router, userOf(role)).map(({ to }) => to)

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
    '/staff/entries',
    '/staff/feedback',
    '/staff/figures',
    '/staff/mails',
    '/staff/team',
    '/staff/programs',
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
    '/staff/entries',
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

test('each screen of a feature is one of the laboratory’s, and their build is told these alone', async () => {
  const features = import.meta.glob('../../features/*/web/staff-routes.tsx')
  const exported = await Promise.all(Object.values(features).map(async load => Object.values((await load()) as object)))
  expect(new Set<unknown>(staffScreens)).toEqual(new Set(exported.flat()))
  const screens = listScreens('staff')
  expect(screens.map(({ path }) => path)).toEqual(staffScreens.map(route => (route.options as { path: string }).path))
  for (const { path } of screens) expect(path).toMatch(/^\/staff(\/|$)/)
})

test('their build is told what the first one asks for', () => {
  const screens = listScreens('staff')
  expect(screens[0]).toEqual({
    path: '/staff',
    inFrame: true,
    name: 'StaffWaitingScreen',
    picture: 'staff',
  })
})

test('what an administrator sets has a tab each, beginning where the menu leads', () => {
  const { routesById } = router
  const tabs = Object.values<AnyRoute>(routesById).filter(({ options }) => options.staticData?.setting)
  expect(tabs[0]?.fullPath).toBe(routesById['/console/staff/settings'].options.staticData?.leadsTo)
  const places = listScreens('staff').flatMap(({ path }) => (/^\/staff\/settings\/[a-z]+$/.test(path) ? [path] : []))
  expect(tabs.map(({ fullPath }) => fullPath)).toEqual(places)
})

test.each([
  ['en', en],
  ['fr', fr],
])('quick access finds each screen of the menu and each setting by other words, too (%s)', (_, { words }) => {
  const settings = settingsEntries(router, userOf('administrator')).map(({ to }) => to)
  const paths = Object.keys(words).filter(key => key.startsWith('/'))
  expect(paths.toSorted()).toEqual([...menuOf('administrator'), ...settings].toSorted())
})
