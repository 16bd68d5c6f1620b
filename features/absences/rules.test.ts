import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { absenceGaps, byDay, changedTimes, daysOf, halvesAway, nobodyTakesIn, timesOf } from './rules.ts'

const anyDay = fc.integer({ min: 0, max: 20_000 }).map(days => addDays('2000-01-01', days))

it('counts first and last day, over month ends, a leap day and both changes of the clock', () => {
  expect(daysOf({ from: '2026-11-23', to: '2026-11-23' })).toBe(1)
  expect(daysOf({ from: '2026-01-30', to: '2026-02-02' })).toBe(4)
  expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toBe(3)
  expect(daysOf({ from: '2027-02-28', to: '2027-03-01' })).toBe(2)
  expect(daysOf({ from: '2027-03-27', to: '2027-03-29' })).toBe(3)
  expect(daysOf({ from: '2026-10-24', to: '2026-10-26' })).toBe(3)
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (from, more) => {
      expect(daysOf({ from, to: addDays(from, more) })).toBe(more + 1)
    }),
  )
})

it('takes what is not over, up to a year, and names what is wrong with the rest', () => {
  const gapOf = (from: string, to: string) => absenceGaps({ from, to }, '2026-11-21')[0]?.code ?? null
  expect(gapOf('2026-11-21', '2026-11-21')).toBeNull()
  expect(gapOf('2026-11-01', '2026-11-21')).toBeNull()
  expect(gapOf('2026-11-01', '2026-11-20')).toBe('in_the_past')
  expect(gapOf('2026-11-23', '2026-11-22')).toBe('before_from')
  expect(gapOf('2027-01-01', '2028-01-01')).toBeNull()
  expect(gapOf('2027-01-01', '2028-01-02')).toBe('too_long')
})

it('a half day counts half, and two of them make the day', () => {
  const morning = { from: '2027-03-03', to: '2027-03-03', toShift: 'AM', deliveryPossible: false } as const
  const afternoon = { from: '2027-03-03', to: '2027-03-04', fromShift: 'PM', deliveryPossible: false } as const
  expect([daysOf(morning), daysOf(afternoon)]).toEqual([0.5, 1.5])
  expect(halvesAway([morning], '2027-03-03')).toEqual(['AM'])
  expect(halvesAway([morning, afternoon], '2027-03-03')).toEqual(['AM', 'PM'])
  const wednesdays = (shift: 'AM' | 'PM') => [{ weekday: 3, shift }]
  expect(nobodyTakesIn([morning], '2027-03-03')).toBe(false)
  expect(nobodyTakesIn([morning], '2027-03-03', wednesdays('PM'))).toBe(false)
  expect(nobodyTakesIn([morning], '2027-03-03', wednesdays('AM'))).toBe(true)
  expect(nobodyTakesIn([morning, afternoon], '2027-03-03')).toBe(true)
  expect(nobodyTakesIn([morning, { ...afternoon, deliveryPossible: true }], '2027-03-03')).toBe(false)
})

it('what comes back does so until the day that is said, that day included', () => {
  const days = (every: 'week' | 'year', until: string) =>
    timesOf({ from: '2027-12-24', to: '2028-01-02', every, until }).map(({ from, to }) => `${from} ${to}`)
  expect(days('year', '2029-12-24')).toEqual([
    '2027-12-24 2028-01-02',
    '2028-12-24 2029-01-02',
    '2029-12-24 2030-01-02',
  ])
  expect(days('week', '2027-12-30')).toHaveLength(1)
  expect(days('week', '2027-12-31')).toHaveLength(2)
})

it('finds those of a day as whoever looks at each of them', () => {
  const anyAbsence = fc.tuple(anyDay, fc.integer({ min: 0, max: 40 })).map(([from, more]) => ({
    from,
    to: addDays(from, more),
  }))
  fc.assert(
    fc.property(fc.array(anyAbsence), anyDay, (absences, day) => {
      const asked = [day, ...absences.flatMap(({ from, to }) => [addDays(from, -1), from, to, addDays(to, 1)])]
      const on = byDay(absences)
      for (const one of asked) expect(on(one)).toEqual(absences.filter(({ from, to }) => from <= one && one <= to))
    }),
  )
})

it('loses no date of a changed series to one that was moved alone into the week of another', () => {
  const on = (...days: string[]) => days.map(day => ({ from: day, to: day }))
  const changed = (edited: string, times: string[], from: string, until: string) =>
    changedTimes({ from: edited, to: edited, every: 'week' }, on(...times), { from, to: from, until })
  const moved = ['2027-06-16', '2027-06-28', '2027-06-30']
  const wednesdays = on('2027-06-16', '2027-06-23', '2027-06-30')
  expect(changed('2027-06-16', moved, '2027-06-16', '2027-06-30')).toEqual(wednesdays)
  expect(changed('2027-06-30', moved, '2027-06-30', '2027-06-30')).toEqual(wednesdays)
  expect(changed('2027-06-28', moved, '2027-06-28', '2027-07-05')).toHaveLength(3)
  // A date that was deleted stays so.
  const left = ['2027-06-16', '2027-06-30']
  expect(changed('2027-06-16', left, '2027-06-17', '2027-07-01')).toEqual(on('2027-06-17', '2027-07-01'))
})
