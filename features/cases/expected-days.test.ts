import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { expectedDays, isDayLost, type Making } from './expected-days.ts'

// Monday 23 November 2026.
const today = '2026-11-23'
const making: Making = { leadDays: 5, impressionDays: 2, workingDays: [1, 2, 3, 4, 5], holidays: [] }
const ordered = { status: 'registered', deliveryDate: '2026-12-04', orderedOn: today } as const
const told = (planned: Parameters<typeof expectedDays>[0], changes: Partial<Making> = {}, on = today) =>
  expectedDays(planned, { ...making, ...changes }, on).map(({ status, on }) => `${status} ${on}`)

describe('the days of the steps to come', () => {
  it('are reckoned back from the delivery: it leaves the working day before, and is made in the days it takes', () => {
    expect(told(ordered)).toEqual(['in_preparation 2026-11-26', 'in_production 2026-11-27', 'shipped 2026-12-03'])
  })

  it('leave out weekends and holidays', () => {
    expect(told({ ...ordered, deliveryDate: '2026-12-07' }, { holidays: ['2026-12-01'] })).toEqual([
      'in_preparation 2026-11-26',
      'in_production 2026-11-27',
      'shipped 2026-12-04',
    ])
  })

  it('wait for the impression, and squeeze together rather than lie in the past', () => {
    expect(told({ ...ordered, deliveryDate: '2026-11-26' })).toEqual([
      'in_preparation 2026-11-25',
      'in_production 2026-11-25',
      'shipped 2026-11-25',
    ])
    expect(told({ ...ordered, status: 'in_production', deliveryDate: today })).toEqual([`shipped ${today}`])
  })

  it('are of the steps that are left, and none without a promised day to come', () => {
    expect(told({ ...ordered, status: 'in_preparation' })).toEqual(['in_production 2026-11-27', 'shipped 2026-12-03'])
    expect(told({ ...ordered, deliveryDate: null })).toEqual([])
    expect(told({ ...ordered, deliveryDate: '2026-11-20' })).toEqual([])
    for (const status of ['on_hold', 'shipped', 'delivered', 'cancelled'] as const)
      expect(told({ ...ordered, status })).toEqual([])
  })

  it('are in order, none before today, none after the delivery', () => {
    const days = (most: number) => fc.integer({ min: 0, max: most })
    fc.assert(
      fc.property(
        fc.constantFrom('registered', 'in_preparation', 'in_production'),
        days(40),
        days(30),
        days(30),
        days(5),
        fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        fc.array(
          days(40).map(count => addDays(today, count)),
          { maxLength: 8 },
        ),
        (status, until, since, leadDays, impressionDays, workingDays, holidays) => {
          const deliveryDate = addDays(today, until)
          const planned = { status, deliveryDate, orderedOn: addDays(today, -since) } as const
          const on = expectedDays(planned, { leadDays, impressionDays, workingDays, holidays }, today).map(
            one => one.on,
          )
          expect(on).toEqual(on.toSorted())
          for (const day of on) expect(day >= today && day <= deliveryDate).toBe(true)
        },
      ),
    )
  })
})

describe('a delivery day whose impression is awaited', () => {
  // Collected on Wednesday 25 November, two days on its way, five in the making: ready on Friday 4 December.
  const awaited = {
    status: 'registered',
    printType: 'physical',
    deliveryDate: '2026-12-04',
    isDeliveryConfirmed: false,
    pickup: { date: '2026-11-25', shift: 'AM', isDone: false },
    making,
  } as const
  const isLost = (changes: Partial<Parameters<typeof isDayLost>[0]> = {}) => isDayLost({ ...awaited, ...changes })

  it('can be kept to the last day on which the piece can be ready, and not on the day before', () => {
    expect(isLost()).toBe(false)
    expect(isLost({ deliveryDate: '2026-12-03' })).toBe(true)
    expect(isLost({ making: { ...making, holidays: ['2026-12-01'] } })).toBe(true)
    expect(isLost({ pickup: { ...awaited.pickup, date: '2026-11-26' } })).toBe(true)
  })

  it('cannot be kept where nobody is to take the impression, and is as before once a driver has taken it', () => {
    expect(isLost({ pickup: null })).toBe(true)
    expect(isLost({ pickup: { ...awaited.pickup, isDone: true } })).toBe(false)
  })

  it('stands where the laboratory has set it, unless the impression reaches it only on that day or after', () => {
    const confirmed = { isDeliveryConfirmed: true, pickup: { ...awaited.pickup, date: '2026-12-01' } } as const
    expect(isLost(confirmed)).toBe(false)
    expect(isLost({ ...confirmed, deliveryDate: '2026-12-03' })).toBe(true)
    expect(isLost({ ...confirmed, pickup: null })).toBe(false)
  })

  it('is nothing of a scan, of what has been begun, or of a case without a day', () => {
    const late = { pickup: { ...awaited.pickup, date: '2026-12-10' } } as const
    expect(isLost(late)).toBe(true)
    expect(isLost({ ...late, printType: 'optical' })).toBe(false)
    expect(isLost({ ...late, status: 'in_preparation' })).toBe(false)
    expect(isLost({ ...late, deliveryDate: null })).toBe(false)
  })
})
