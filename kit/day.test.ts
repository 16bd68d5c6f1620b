import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayInZone,
  daysBetween,
  formatDay,
  formatDays,
  formatDaysFromNow,
  formatNearDay,
  formatTime,
  instantInZone,
  isDay,
  weekday,
} from './day.ts'

const anyDay = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const someZone = fc.constantFrom('Europe/Paris', 'America/Guadeloupe', 'Indian/Reunion', 'Pacific/Noumea', 'UTC')

describe('isDay', () => {
  it.each(['2026-11-21', '2024-02-29', '1900-01-01', '2199-12-31'])('takes %s', day => {
    expect(isDay(day)).toBe(true)
  })
  it.each([
    '2026-02-31',
    '2026-02-29',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    '2026-13-01',
    '2026-1-1',
    '21/11/2026',
    '',
    '2026-11-21T00:00',
  ])('refuses %s', day => {
    expect(isDay(day)).toBe(false)
  })
})

describe('arithmetic', () => {
  it('crosses the change to summer time without losing a day', () => {
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  })
  it('is its own inverse', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
        expect(addDays(addDays(day, days), -days)).toBe(day)
      }),
    )
  })
  it('knows the weekday', () => {
    expect(weekday('2026-11-21')).toBe(6)
    expect(weekday('1969-12-29')).toBe(1)
    fc.assert(fc.property(anyDay, day => weekday(addDays(day, 7)) === weekday(day)))
  })
})

describe('time zones', () => {
  it('puts a late evening in Paris on that evening', () => {
    expect(dayInZone('2026-11-21T22:30:00Z', 'Europe/Paris')).toBe('2026-11-21')
    expect(dayInZone('2026-11-21T23:30:00Z', 'Europe/Paris')).toBe('2026-11-22')
    expect(dayInZone('2026-07-21T22:30:00Z', 'Europe/Paris')).toBe('2026-07-22')
    expect(dayInZone('2026-11-21T23:30:00Z', 'America/Guadeloupe')).toBe('2026-11-21')
  })
  it('finds the instant of a wall clock on both sides of a change', () => {
    expect(instantInZone('2026-03-29', '00:30', 'Europe/Paris').toISOString()).toBe('2026-03-28T23:30:00.000Z')
    expect(instantInZone('2026-03-29', '09:00', 'Europe/Paris').toISOString()).toBe('2026-03-29T07:00:00.000Z')
    expect(instantInZone('2026-10-25', '09:00', 'Europe/Paris').toISOString()).toBe('2026-10-25T08:00:00.000Z')
  })
  it('goes there and back', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 4, max: 23 }), someZone, (day, hour, zone) => {
        const time = `${String(hour).padStart(2, '0')}:15`
        const instant = instantInZone(day, time, zone)
        expect(dayInZone(instant, zone)).toBe(day)
        expect(formatTime(instant, 'fr', zone)).toBe(time)
      }),
    )
  })
})

describe('words', () => {
  it('writes days as each language does', () => {
    expect(formatDay('2026-12-01', 'fr')).toBe('mar. 1er déc.')
    expect(formatDay('2026-12-01', 'en')).toBe('Tue 1 Dec')
    expect(formatDay('2026-12-01', 'fr', 'long')).toBe('mardi 1er décembre 2026')
    expect(formatDay('2026-11-23', 'fr', 'date')).toBe('23 nov.')
    expect(formatDay('2026-12-11', 'fr')).toBe('ven. 11 déc.')
    expect(formatDays('2026-11-23', '2026-11-27', 'fr')).toBe('23–27 nov.')
    expect(formatDays('2026-12-01', '2026-12-31', 'fr')).toBe('1er–31 déc.')
    expect(formatDays('2026-11-30', '2026-12-04', 'en')).toBe('30 Nov\u2009–\u20094 Dec')
  })
  it('adds the year to a day far away', () => {
    expect(formatNearDay('2025-12-01', 'fr', '2026-11-21')).toBe('1er déc. 2025')
    expect(formatNearDay('2027-01-04', 'en', '2026-11-21')).toBe('Mon 4 Jan')
  })
  it('says how far away a day is', () => {
    expect(formatDaysFromNow(10, 'fr')).toBe('dans 10 jours')
    expect(formatDaysFromNow(-1, 'en')).toBe('yesterday')
  })
})
