import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { makeRouter } from '#app/portal/router.tsx'
import { decodeToken } from '#features/auth/web/token.ts'
import { entriesAt } from './menu-entries.ts'
import type { MenuEntry } from './route-data.ts'

const router = makeRouter({ sidebarOpen: true, history: createMemoryHistory() })

function paths(place: MenuEntry['place'], claims: object = { accountType: 'manager' }) {
  const payload = Buffer.from(JSON.stringify({ id: 'u1', exp: 1, kind: 'practice', ...claims })).toString('base64url')
  const user = decodeToken(`h.${payload}.s`)
  if (!user) throw new Error('No user can be read from this token.')
  return entriesAt(place, router, user).map(({ to }) => to)
}

describe('the menu', () => {
  test('is whole for a manager, in the order of the routes', () => {
    expect(paths('screens')).toEqual(['/dashboard', '/cases', '/absences', '/rides', '/invoices'])
    expect(paths('requests')).toEqual(['/cases/new'])
  })

  test('hides absences and invoices from practice doctors', () => {
    expect(paths('screens', { isPracticeDoctor: true })).toEqual(['/dashboard', '/cases', '/rides'])
    expect(paths('requests', { isPracticeDoctor: true })).toEqual(['/cases/new'])
  })

  test('hides the new case from DLCPM users', () => {
    expect(paths('screens', { isDLCPM: true })).toEqual(['/dashboard', '/cases', '/absences', '/rides', '/invoices'])
    expect(paths('requests', { isDLCPM: true })).toEqual([])
  })
})
