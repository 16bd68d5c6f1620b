import { expect, test } from 'vitest'
import { periodWords } from './period-words.ts'

const today = '2027-02-10'
const fr = (from: string, to = from) => periodWords({ from, to }, today, 'fr').join(' > ')
const en = (from: string, to = from) => periodWords({ from, to }, today, 'en').join(' > ')

test('a period is named without saying anything twice', () => {
  expect(fr('2027-03-03', '2027-03-05')).toBe('3 > 5 mars')
  expect(en('2027-03-03', '2027-03-05')).toBe('3 > 5 March')
  expect(fr('2027-03-30', '2027-04-02')).toBe('30 mars > 2 avril')
  expect(fr('2027-03-03')).toBe('3 mars')
})

test('the first of a month is counted in French', () => {
  expect(fr('2027-03-01', '2027-03-11')).toBe('1er > 11 mars')
  expect(fr('2027-03-01')).toBe('1er mars')
  expect(en('2027-03-01')).toBe('1 March')
})

test('a half is named where a day is not whole', () => {
  const half = (fromShift: 'AM' | 'PM', toShift: 'AM' | 'PM', to = '2027-03-03') =>
    periodWords({ from: '2027-03-03', to, fromShift, toShift }, today, 'fr').join(' > ')
  expect(half('AM', 'PM')).toBe('3 mars')
  expect(half('AM', 'AM')).toBe('3 mars (matin)')
  expect(half('PM', 'PM')).toBe('3 mars (après-midi)')
  expect(half('PM', 'AM', '2027-03-05')).toBe('3 (après-midi) > 5 mars (matin)')
})

test('a year is said where it is not this one', () => {
  expect(fr('2027-12-28', '2028-01-03')).toBe('28 décembre 2027 > 3 janvier 2028')
  expect(fr('2028-02-28', '2028-02-29')).toBe('28 > 29 février 2028')
})
