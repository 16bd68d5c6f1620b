import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { entriesAt } from './menu-entries.ts'
import type { MenuEntry } from './route-data.ts'
import { makeRouter } from './router.tsx'

const router = makeRouter({ sidebarOpen: true, history: createMemoryHistory() })
const nobody = { isDLCPM: false, isPracticeDoctor: false }
const paths = (place: MenuEntry['place'], user = nobody) => entriesAt(place, router, user).map(({ to }) => to)

describe('the menu', () => {
  test('is whole for a manager, in the order of the routes', () => {
    expect(paths('screens')).toEqual(['/dashboard', '/cases', '/absences', '/rides'])
    expect(paths('requests')).toEqual(['/cases/new'])
  })

  test('hides absences from practice doctors', () => {
    const doctor = { ...nobody, isPracticeDoctor: true }
    expect(paths('screens', doctor)).toEqual(['/dashboard', '/cases', '/rides'])
    expect(paths('requests', doctor)).toEqual(['/cases/new'])
  })

  test('hides the new case from DLCPM users', () => {
    const dlcpm = { ...nobody, isDLCPM: true }
    expect(paths('screens', dlcpm)).toHaveLength(4)
    expect(paths('requests', dlcpm)).toEqual([])
  })

  test('of the laboratory’s own people has nothing of a practice in it', () => {
    expect(paths('staff')).toEqual(['/staff', '/staff/feedback'])
  })
})
