import { expect, it } from 'vitest'
import { easterOf, frenchHolidays } from '#features/calendar/french-holidays.ts'
import { weekday } from '#kit/day.ts'
import { absenceRows } from './calendar.ts'

it.each([
  [1961, '1961-04-02'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2028, '2028-04-16'],
  [2038, '2038-04-25'],
])('Easter of %d is on %s', (year, day) => {
  expect(easterOf(year)).toBe(day)
})

it('Easter is a Sunday between 22 March and 25 April', () => {
  for (let year = 1900; year < 2200; year++) {
    expect(weekday(easterOf(year))).toBe(7)
    expect(easterOf(year) >= `${year}-03-22` && easterOf(year) <= `${year}-04-25`).toBe(true)
  }
})

it('France has eleven public holidays, ten where Ascension meets another', () => {
  expect(frenchHolidays(2026).map(({ day }) => day.slice(5))).toEqual(
    '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25'.split(' '),
  )
  // Ascension met 1 May in 2008.
  expect(frenchHolidays(2008)).toHaveLength(10)
})

it('absences stay in their week, whatever day today is', () => {
  const seed = { week: 4, from: 1, to: 5, isDeliveryPossible: false }
  for (const today of ['2026-11-16', '2026-11-21', '2026-11-22'])
    expect(absenceRows([seed], today)).toEqual([
      { from_on: '2026-12-14', to_on: '2026-12-18', is_delivery_possible: false },
    ])
})
