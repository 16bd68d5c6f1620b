import { describe, expect, test } from 'vitest'
import { absencesRoute } from '#features/absences/web/routes.tsx'
import { decodeToken } from '#features/auth/web/token.ts'
import { caseListRoute } from '#features/cases/web/routes.tsx'
import { dashboardRoute } from '#features/dashboard/web/routes.tsx'
import { newCaseRoute } from '#features/ordering/web/routes.tsx'
import { ridesRoute } from '#features/rides/web/routes.tsx'
import { entriesFor } from './menu-entries.tsx'

const screens = {
  '/dashboard': dashboardRoute,
  '/cases': caseListRoute,
  '/cases/new': newCaseRoute,
  '/absences': absencesRoute,
  '/rides': ridesRoute,
}
const paths = (entries: readonly { to: string }[]) => entries.map(({ to }) => to)

function userWith(claims: object) {
  const payload = Buffer.from(JSON.stringify({ id: 'u1', exp: 1, kind: 'practice', ...claims })).toString('base64url')
  const user = decodeToken(`h.${payload}.s`)
  if (!user) throw new Error('No user can be read from this token.')
  return user
}

describe('the menu', () => {
  test('is whole for a manager', () => {
    const { menu, request } = entriesFor(userWith({ accountType: 'manager' }), screens)
    expect(paths(menu)).toEqual(['/dashboard', '/cases', '/absences', '/rides'])
    expect(paths(request)).toEqual(['/cases/new'])
  })

  test('hides absences from practice doctors', () => {
    const { menu, request } = entriesFor(userWith({ isPracticeDoctor: true }), screens)
    expect(paths(menu)).toEqual(['/dashboard', '/cases', '/rides'])
    expect(paths(request)).toEqual(['/cases/new'])
  })

  test('hides the new case from DLCPM users', () => {
    const { menu, request } = entriesFor(userWith({ isDLCPM: true }), screens)
    expect(paths(menu)).toEqual(['/dashboard', '/cases', '/absences', '/rides'])
    expect(request).toEqual([])
  })

  test('shows no entry without its screen', () => {
    const { menu, request, account } = entriesFor(userWith({}), { '/cases': caseListRoute })
    expect([paths(menu), request, account]).toEqual([['/cases'], [], []])
  })
})
