import { describe, expect, it } from 'vitest'
import { typedDay, writtenDay } from './typed-day.ts'

const today = '2026-11-21'

describe('a typed day', () => {
  it.each([
    ['04/12/2026', '2026-12-04'],
    ['4/12/26', '2026-12-04'],
    ['4.12.2026', '2026-12-04'],
    ['4-12-2026', '2026-12-04'],
    ['4 12 2026', '2026-12-04'],
    ['04122026', '2026-12-04'],
    ['041226', '2026-12-04'],
    [' 04/12/2026 ', '2026-12-04'],
    ['2026-12-04', '2026-12-04'],
    ['29/02/2028', '2028-02-29'],
    ['4 décembre 2026', '2026-12-04'],
    ['4 Dec. 26', '2026-12-04'],
    ['1er août 2027', '2027-08-01'],
    ['2nd February 2027', '2027-02-02'],
  ])('%s is read', (typed, day) => {
    expect(typedDay(typed, today)).toBe(day)
  })

  it('without a year is the next of its name', () => {
    expect(typedDay('4/12', today)).toBe('2026-12-04')
    expect(typedDay('0412', today)).toBe('2026-12-04')
    expect(typedDay('4 déc', today)).toBe('2026-12-04')
    expect(typedDay('12 janvier', today)).toBe('2027-01-12')
    expect(typedDay('12/01', today)).toBe('2027-01-12')
  })

  it('of what has been is the last of its name', () => {
    expect(typedDay('01/09', today, true)).toBe('2026-09-01')
    expect(typedDay('4/12', today, true)).toBe('2025-12-04')
    expect(typedDay('21/11', today, true)).toBe('2026-11-21')
    expect(typedDay('04/12/2026', today, true)).toBe('2026-12-04')
  })

  it.each([
    ['demain', '2026-11-22'],
    ['Tomorrow', '2026-11-22'],
    ['aujourd’hui', '2026-11-21'],
    ["aujourd'hui", '2026-11-21'],
    ['auj', '2026-11-21'],
    ['today', '2026-11-21'],
    ['+3', '2026-11-24'],
    ['+ 10', '2026-12-01'],
  ])('%s is so many days from today', (typed, day) => {
    expect(typedDay(typed, today)).toBe(day)
  })

  it('that has just gone by stays in this year, where it is seen', () => {
    expect(typedDay('20/11', today)).toBe('2026-11-20')
  })

  it.each([
    '',
    '4',
    '31/02/2026',
    '29/02/2026',
    '00/01/2026',
    '1/13/2026',
    'demain matin',
    '+',
    '+1000',
    '4/12/026',
    '123',
  ])('%j is none', typed => {
    expect(typedDay(typed, today)).toBeUndefined()
  })

  it('is written as it is read', () => {
    expect(writtenDay('2026-12-04')).toBe('04/12/2026')
    expect(typedDay(writtenDay('2026-12-04'), today)).toBe('2026-12-04')
  })
})
