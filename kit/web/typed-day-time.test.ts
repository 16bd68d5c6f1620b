import { describe, expect, it } from 'vitest'
import { typedDayTime } from './typed-day-time.ts'

const today = '2026-11-21'

describe('a typed day with its time', () => {
  it.each([
    ['04/12/2026 9h30', '09:30'],
    ['4/12 9 h 30', '09:30'],
    ['4/12 à 9h30', '09:30'],
    ['4/12 at 9:30', '09:30'],
    ['4 décembre à 9h30', '09:30'],
    ['4 Dec 2026 9:30', '09:30'],
    ['04.12.26 9.30', '09:30'],
    ['4 12 26 9h30', '09:30'],
    ['0412 930', '09:30'],
    ['04120930', '09:30'],
    ['041220261930', '19:30'],
    [' 4/12 14h ', '14:00'],
    ['+13 8:15', '08:15'],
  ])('%s is read', (typed, time) => {
    expect(typedDayTime(typed, today)).toEqual({ day: '2026-12-04', time })
  })

  it.each(['04/12/2026', '04122026', '4 12 26', '4/12', '', '9h30', '31/02 9h30', '4/12 25h', '4/12 9h30 peut-être'])(
    '%s is no day with a time',
    typed => {
      expect(typedDayTime(typed, today)).toBeUndefined()
    },
  )
})
