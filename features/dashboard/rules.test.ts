import { describe, expect, it } from 'vitest'
import { daysFrom, firstDayOf, fromFor, inOtherTab, steppedFrom } from './rules.ts'

const today = '2026-11-21' // a Saturday

describe('the days of the planning', () => {
  it('are today and the two that follow, or the week of today from its Monday', () => {
    expect(daysFrom(firstDayOf('3_days', undefined, today), 3)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
    expect(firstDayOf('week', undefined, today)).toBe('2026-11-16')
    expect(firstDayOf('week', undefined, '2026-11-23')).toBe('2026-11-23')
    expect(firstDayOf('week', undefined, '2026-11-22')).toBe('2026-11-16')
  })

  it('of a week begin on its Monday, whichever of its days is asked for', () => {
    expect(firstDayOf('week', '2027-01-01', today)).toBe('2026-12-28')
    expect(firstDayOf('3_days', '2027-01-01', today)).toBe('2027-01-01')
  })

  it('go over a leap day, the end of a year and the nights on which the clocks change', () => {
    expect(daysFrom('2028-02-28', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(daysFrom('2027-02-28', 3)).toEqual(['2027-02-28', '2027-03-01', '2027-03-02'])
    expect(daysFrom('2026-12-30', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
    // 28 March 2027 has 23 hours in Paris, 31 October 25.
    expect(daysFrom('2027-03-27', 3)).toEqual(['2027-03-27', '2027-03-28', '2027-03-29'])
    expect(daysFrom('2027-10-30', 3)).toEqual(['2027-10-30', '2027-10-31', '2027-11-01'])
  })

  it('follow each other without a gap', () => {
    expect(steppedFrom('3_days', '2026-11-21', 1, today)).toBe('2026-11-24')
    expect(steppedFrom('3_days', '2026-11-21', -1, today)).toBe('2026-11-18')
    expect(steppedFrom('week', '2026-11-16', 1, today)).toBe('2026-11-23')
    expect(steppedFrom('week', '2026-11-16', -1, today)).toBe('2026-11-09')
    expect(steppedFrom('week', '2027-03-22', 1, today)).toBe('2027-03-29')
  })

  it('are not in the address where they are those one arrives at', () => {
    expect(steppedFrom('3_days', '2026-11-18', 1, today)).toBeUndefined()
    expect(steppedFrom('week', '2026-11-23', -1, today)).toBeUndefined()
    expect(fromFor('week', '2026-11-18', today)).toBeUndefined()
    expect(fromFor('3_days', '2026-11-18', today)).toBe('2026-11-18')
  })

  it('hold today in the other view where they held it in this one', () => {
    expect(inOtherTab('3_days', undefined, 'week', today)).toBeUndefined()
    expect(inOtherTab('3_days', '2026-11-20', 'week', today)).toBeUndefined()
    expect(inOtherTab('week', undefined, '3_days', today)).toBeUndefined()
    expect(inOtherTab('week', '2026-11-18', '3_days', today)).toBeUndefined()
    expect(inOtherTab('3_days', '2026-11-18', 'week', today)).toBeUndefined()
  })

  it('are found again from the other view', () => {
    expect(inOtherTab('week', '2026-12-07', '3_days', today)).toBe('2026-12-07')
    expect(inOtherTab('3_days', '2026-12-09', 'week', today)).toBe('2026-12-09')
    expect(inOtherTab('week', '2026-12-09', '3_days', today)).toBe('2026-12-09')
    expect(firstDayOf('week', '2026-12-09', today)).toBe('2026-12-07')
  })
})
