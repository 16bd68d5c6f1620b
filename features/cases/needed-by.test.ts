import { describe, expect, it } from 'vitest'
import { neededBy } from './needed-by.ts'

describe('a case that is asked for earlier', () => {
  // A Monday.
  const today = '2027-06-07'

  it('is needed on the last working day before its patient', () => {
    expect(neededBy('2027-06-17', '2027-06-21', today)).toBe('2027-06-16')
    expect(neededBy('2027-06-14', '2027-06-21', today)).toBe('2027-06-11')
  })

  it('is needed on the first working day to come where the patient comes on it, or nobody has said when', () => {
    expect(neededBy('2027-06-08', '2027-06-21', today)).toBe('2027-06-08')
    expect(neededBy(null, '2027-06-21', today)).toBe('2027-06-08')
    expect(neededBy(null, '2027-06-21', '2027-06-11')).toBe('2027-06-14')
  })

  it('is never needed after its patient', () => {
    expect(neededBy('2027-06-07', '2027-06-21', today)).toBeNull()
    expect(neededBy('2027-06-04', '2027-06-21', today)).toBeNull()
    // On a Friday, for a patient who comes on the Saturday.
    expect(neededBy('2027-06-12', '2027-06-21', '2027-06-11')).toBeNull()
  })

  it('is needed sooner than it is promised, where there is such a day', () => {
    expect(neededBy('2027-06-30', '2027-06-21', today)).toBe('2027-06-18')
    expect(neededBy(null, '2027-06-09', today)).toBe('2027-06-08')
    expect(neededBy('2027-06-30', '2027-06-08', today)).toBeNull()
    expect(neededBy(null, '2027-06-07', today)).toBeNull()
  })

  it('is held by no promise that has gone by', () => {
    expect(neededBy('2027-06-17', '2027-06-04', today)).toBe('2027-06-16')
  })
})
