import { expect, test } from 'vitest'
import { weekday } from '#kit/day.ts'
import type { Ride } from '../contract.ts'
import { closedDays, firstPossible, obstacleTo, type PickupCalendar, type Slot } from '../rules.ts'
import { isListedFirst, withoutRounds } from './pickup-slots.ts'

/** Monday 1 March 2027, 9 o'clock in Paris. */
const calendar: PickupCalendar = {
  now: new Date('2027-03-01T08:00:00Z'),
  timeZone: 'Europe/Paris',
  cutOffs: { AM: { days: 0, time: '08:00' }, PM: { days: 0, time: '13:00' } },
  closed: [
    { day: '2027-03-01', because: 'weekend' },
    { day: '2027-03-02', because: 'absence' },
    { day: '2027-03-06', because: 'weekend' },
  ],
}
const ride = (slot: Slot, status: Ride['status'] = 'requested'): Ride => ({
  id: `${slot.date} ${slot.shift}`,
  ...slot,
  complementaryInformation: null,
  status,
  cancelBefore: null,
  orders: [],
})
const obstacle = (date: string, shift: Slot['shift'] = 'AM', rides: Ride[] = []) =>
  obstacleTo({ date, shift }, rides, calendar)

test('each reason against a pickup has its name', () => {
  expect(obstacle('2027-02-28')).toBe('past')
  expect(obstacle('2027-03-01')).toBe('laboratory_closed')
  expect(obstacle('2027-03-02')).toBe('practice_absent')
  expect(obstacle('2027-05-01')).toBe('ride_too_far')
  expect(obstacle('2027-03-03')).toBeNull()
  expect(obstacleTo({ date: '2027-03-01', shift: 'AM' }, [], { ...calendar, closed: [] })).toBe('ride_too_late')
})

test('a pickup that is asked for is not asked for twice, unless it was cancelled', () => {
  const slot: Slot = { date: '2027-03-03', shift: 'AM' }
  expect(obstacle('2027-03-03', 'AM', [ride(slot)])).toBe('ride_exists')
  expect(obstacle('2027-03-03', 'PM', [ride(slot)])).toBeNull()
  for (const status of ['cancelled', 'nobody_there'] as const)
    expect(obstacle('2027-03-03', 'AM', [ride(slot, status)])).toBeNull()
  expect(obstacle('2027-03-03', 'AM', [ride(slot, 'picked_up')])).toBe('ride_exists')
})

test('the first possible pickup passes over closed days and those already asked for', () => {
  expect(firstPossible([], calendar)).toEqual({ date: '2027-03-03', shift: 'AM' })
  expect(firstPossible([ride({ date: '2027-03-03', shift: 'AM' })], calendar)).toEqual({
    date: '2027-03-03',
    shift: 'PM',
  })
  expect(firstPossible([], { ...calendar, closed: [] })).toEqual({ date: '2027-03-01', shift: 'PM' })
})

test('a weekday on which the practice is closed is not proposed, and may be asked for', () => {
  const onWednesdays = { ...calendar, practiceClosed: [3] }
  expect(firstPossible([], onWednesdays)).toEqual({ date: '2027-03-04', shift: 'AM' })
  expect(obstacleTo({ date: '2027-03-03', shift: 'AM' }, [], onWednesdays)).toBeNull()
})

test('closed days are told shortly: weekdays once, and periods with their reason', () => {
  const closed = [
    { day: '2027-03-05', because: 'absence' },
    { day: '2027-03-06', because: 'weekend' },
    { day: '2027-03-07', because: 'weekend' },
    { day: '2027-03-08', because: 'absence' },
    { day: '2027-03-10', because: 'absence' },
    { day: '2027-03-13', because: 'weekend' },
    { day: '2027-03-14', because: 'holiday', name: 'Fermeture' },
    { day: '2027-03-15', because: 'holiday', name: 'Lundi de Pâques' },
  ] as const
  expect(withoutRounds(closed)).toEqual({
    weekly: ['2027-03-13', '2027-03-07'],
    periods: [
      { from: '2027-03-05', to: '2027-03-08', because: 'absence', name: undefined },
      { from: '2027-03-10', to: '2027-03-10', because: 'absence', name: undefined },
      { from: '2027-03-15', to: '2027-03-15', because: 'holiday', name: 'Lundi de Pâques' },
    ],
  })
})

test('closed days with a round between them are two periods, though a weekend comes before the second', () => {
  const closed = [
    { day: '2027-03-02', because: 'absence' },
    { day: '2027-03-03', because: 'absence' },
    { day: '2027-03-06', because: 'weekend' },
    { day: '2027-03-07', because: 'weekend' },
    { day: '2027-03-08', because: 'absence' },
  ] as const
  expect(withoutRounds(closed).periods).toEqual([
    { from: '2027-03-02', to: '2027-03-03', because: 'absence', name: undefined },
    { from: '2027-03-08', to: '2027-03-08', because: 'absence', name: undefined },
  ])
})

test('where no reason is given, the weekdays that never have a round are still told once', () => {
  const week = { workingDays: [1, 2, 3, 4, 5], holidays: [{ day: '2027-03-29', name: 'Lundi de Pâques' }] }
  const closed = closedDays('2027-03-01', { ...week, withoutRounds: ['2027-03-10', '2027-03-11', '2027-03-29'] })
  expect(withoutRounds(closed)).toEqual({
    weekly: [expect.any(String), expect.any(String)],
    periods: [
      { from: '2027-03-10', to: '2027-03-11', because: 'no_round', name: undefined },
      { from: '2027-03-29', to: '2027-03-29', because: 'no_round', name: undefined },
    ],
  })
  expect(withoutRounds(closed).weekly.map(weekday)).toEqual([6, 7])
})

test('a pickup that was called off is no past one before its day is over', () => {
  const on = (date: string, status: Ride['status']) => isListedFirst(ride({ date, shift: 'AM' }, status), '2027-03-01')
  expect([on('2027-03-01', 'requested'), on('2027-03-02', 'cancelled')]).toEqual([true, true])
  expect([on('2027-02-28', 'confirmed'), on('2027-03-01', 'picked_up')]).toEqual([false, false])
  expect(on('2027-03-01', 'nobody_there')).toBe(false)
})
