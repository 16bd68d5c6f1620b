import { describe, expect, test } from 'vitest'
import { monthsLater, weeksOf } from './calendar-days.ts'

describe('the same day of another month', () => {
  test.each([
    ['2026-11-23', 1, '2026-12-23'],
    ['2026-12-23', 1, '2027-01-23'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2027-01-29', 13, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-01-05', -1, '2025-12-05'],
    ['2026-03-31', -13, '2025-02-28'],
  ])('%s and %i months is %s', (day, months, later) => {
    expect(monthsLater(day, months)).toBe(later)
  })
})

describe('the weeks of a month', () => {
  test('begin on a Monday and hold each of its days once', () => {
    for (const month of ['2026-02', '2026-11', '2028-02', '2021-08']) {
      const weeks = weeksOf(`${month}-15`)
      expect(weeks).toHaveLength(6)
      const days = weeks.flat()
      expect(new Set(days).size).toBe(42)
      expect(weeks.every(([monday]) => new Date(`${monday}T00:00:00Z`).getUTCDay() === 1)).toBe(true)
      expect(days).toContain(`${month}-01`)
      expect(days).toContain(`${month}-28`)
    }
  })
})
