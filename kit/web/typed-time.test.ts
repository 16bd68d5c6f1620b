import { describe, expect, it } from 'vitest'
import { typedTime } from './typed-time.ts'

describe('a typed time', () => {
  it.each([
    ['9:30', '09:30'],
    ['09:30', '09:30'],
    ['9h30', '09:30'],
    ['9 h 30', '09:30'],
    ['9H', '09:00'],
    ['9.30', '09:30'],
    ['930', '09:30'],
    ['1430', '14:30'],
    ['14', '14:00'],
    [' 0:05 ', '00:05'],
  ])('%j is read', (typed, time) => {
    expect(typedTime(typed)).toBe(time)
  })
  it.each(['', '24', '9:60', '9:3', '2400', '12345', 'midi', '9:30:00'])('%j is none', typed => {
    expect(typedTime(typed)).toBeUndefined()
  })
})
