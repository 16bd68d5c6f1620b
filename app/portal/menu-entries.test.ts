import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { decodeToken } from '#features/auth/web/token.ts'
import { entriesAt } from './menu-entries.ts'
import type { MenuEntry } from './route-data.ts'
import { makeRouter } from './router.tsx'

const router = makeRouter({ sidebarOpen: true, history: createMemoryHistory() })

function paths(place: MenuEntry['place'], claims: object = { accountType: 'manager' }) {
  const payload = Buffer.from(JSON.stringify({ id: 'u1', exp: 1, kind: 'practice', ...claims })).toString('base64url')
  const user = decodeToken(`h.${payload}.s`)
  if (!user) throw new Error('No user can be read from this token.')
  return entriesAt(place, router, user).map(({ to }) => to)
}

describe('the menu', () => {
  test('is whole for a manager, in the order of the routes', () => {
    expect(paths('screens')).toEqual(['/dashboard', '/cases', '/absences', '/rides'])
    expect(paths('requests')).toEqual(['/cases/new'])
    expect(paths('staff')).toEqual([])
  })

  test('hides absences from practice doctors', () => {
    expect(paths('screens', { isPracticeDoctor: true })).toEqual(['/dashboard', '/cases', '/rides'])
    expect(paths('requests', { isPracticeDoctor: true })).toEqual(['/cases/new'])
  })

  test('hides the new case from DLCPM users', () => {
    expect(paths('screens', { isDLCPM: true })).toEqual(['/dashboard', '/cases', '/absences', '/rides'])
    expect(paths('requests', { isDLCPM: true })).toEqual([])
  })

  test('of the laboratory’s own people has nothing of a practice in it', () => {
    const staff = { kind: 'staff', role: 'administrator' }
    expect(paths('staff', staff)).toEqual(['/staff', '/staff/feedback'])
    expect([paths('screens', staff), paths('requests', staff)]).toEqual([[], []])
  })
})
