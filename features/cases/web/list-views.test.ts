import { expect, it } from 'vitest'
import { countIn, inTab } from './list-views.ts'

const counted = [
  { status: 'registered', count: 3 },
  { status: 'in_production', count: 5 },
  { status: 'delivered', count: 7 },
  { status: 'cancelled', count: 2 },
] as const

it('what a list holds is counted among the cases of its tab, and of the statuses that are chosen', () => {
  expect(countIn(counted, {})).toBe(8)
  expect(countIn(counted, { tab: 'history' })).toBe(9)
  expect(countIn(counted, { tab: 'all' })).toBe(17)
  expect(countIn(counted, { statuses: ['in_production', 'shipped'] })).toBe(5)
  expect(countIn([], { tab: 'history' })).toBe(0)
})

it('what the other tab holds is counted without the statuses that it cannot hold', () => {
  expect(countIn(counted, inTab({ search: 'a', statuses: ['in_production'] }, 'history'))).toBe(9)
  expect(countIn(counted, inTab({ search: 'a', tab: 'history', statuses: ['delivered'] }, 'in_progress'))).toBe(8)
})
