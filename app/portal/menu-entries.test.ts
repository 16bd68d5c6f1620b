import { describe, expect, test } from 'vitest'
import { entriesFor } from './menu-entries.tsx'

const everyPage = () => true
const paths = (entries: { to: string }[]) => entries.map(({ to }) => to)

describe('the menu', () => {
  test('is whole for a manager', () => {
    const { menu, request } = entriesFor({ isDLCPM: false, isPracticeDoctor: false }, everyPage)
    expect(paths(menu)).toEqual(['/dashboard', '/cases', '/absences', '/rides', '/invoices'])
    expect(paths(request)).toEqual(['/cases/new'])
  })

  test('hides absences and invoices from practice doctors', () => {
    const { menu, request } = entriesFor({ isDLCPM: false, isPracticeDoctor: true }, everyPage)
    expect(paths(menu)).toEqual(['/dashboard', '/cases', '/rides'])
    expect(paths(request)).toEqual(['/cases/new'])
  })

  test('hides the new case from DLCPM users', () => {
    const { menu, request } = entriesFor({ isDLCPM: true, isPracticeDoctor: false }, everyPage)
    expect(menu).toHaveLength(5)
    expect(request).toEqual([])
  })

  test('shows no entry without its page', () => {
    const { menu, request, account } = entriesFor(
      { isDLCPM: false, isPracticeDoctor: false },
      path => path === '/cases',
    )
    expect([paths(menu), request, account]).toEqual([['/cases'], [], []])
  })
})
