import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#kit/day.ts'
import { CaseStatus } from './contract.ts'
import { daysBeforeAppointment, delayDaysOf, deliveryOf, type Promised, sortOf, statusesOfTab } from './rules.ts'

const today = '2026-11-21'
const promised = (changes: Partial<Promised>): Promised => ({
  status: 'in_production',
  deliveryDate: '2026-11-25',
  firstDeliveryOn: '2026-11-25',
  isDeliveryConfirmed: true,
  movedFromOn: null,
  excusedOn: null,
  ...changes,
})
const manager = { maySeeAbsences: true }
const nearToday = fc.integer({ min: -40, max: 40 }).map(days => addDays(today, days))
const anyPromise = fc
  .record({
    status: fc.constantFrom(...CaseStatus.options),
    deliveryDate: fc.option(nearToday),
    firstDeliveryOn: nearToday,
    isDeliveryConfirmed: fc.boolean(),
    movedFromOn: fc.constant(null),
    excusedOn: fc.constant(null),
  })
  .map(promise => ({ ...promise, firstDeliveryOn: promise.deliveryDate && promise.firstDeliveryOn }))
/** Moved by the practice, then perhaps by the laboratory. */
const anyMove = fc
  .tuple(anyPromise, fc.integer({ min: 1, max: 20 }), fc.constantFrom('not since', 'by the laboratory'))
  .map(([promise, days, isSet]): Promised => {
    const { deliveryDate, firstDeliveryOn } = promise
    if (deliveryDate === null || firstDeliveryOn === null) return promise
    if (isSet === 'not since')
      return { ...promise, deliveryDate: addDays(deliveryDate, days), movedFromOn: deliveryDate }
    return { ...promise, excusedOn: addDays(firstDeliveryOn, days) }
  })

describe('deliveryOf', () => {
  it.each(['delivered', 'invoiced', 'cancelled'] as const)('says nothing any more once %s', status => {
    expect(deliveryOf(promised({ status }), today, manager)).toBeNull()
  })
  it('is planned when confirmed and to come', () => {
    expect(deliveryOf(promised({}), today, manager)).toEqual({ display: 'planned' })
  })
  it('is estimated until the laboratory confirms', () => {
    expect(deliveryOf(promised({ isDeliveryConfirmed: false }), today, manager)).toEqual({ display: 'estimated' })
  })
  it('is estimated without a date while there is no promise', () => {
    const none = promised({ deliveryDate: null, firstDeliveryOn: null, isDeliveryConfirmed: false })
    expect(deliveryOf(none, today, manager)).toEqual({ display: 'estimated' })
  })
  it('is today on the day, even where that is a second promise', () => {
    expect(deliveryOf(promised({ deliveryDate: today, firstDeliveryOn: '2026-11-18' }), today, manager)).toEqual({
      display: 'today',
      firstDate: '2026-11-18',
    })
  })
  it('is delayed with the new date', () => {
    expect(deliveryOf(promised({ deliveryDate: '2026-11-26', firstDeliveryOn: '2026-11-23' }), today, manager)).toEqual(
      {
        display: 'delayed',
        newDate: '2026-11-26',
        firstDate: '2026-11-23',
      },
    )
  })
  it('is delayed, within 24 h, when the day went by without a dispatch', () => {
    const late = promised({ deliveryDate: '2026-11-20', firstDeliveryOn: '2026-11-20' })
    expect(deliveryOf(late, today, manager)).toEqual({ display: 'delayed', firstDate: '2026-11-20' })
    expect(deliveryOf({ ...late, status: 'shipped' }, today, manager)).toEqual({ display: 'estimated' })
    const putOff = { ...late, firstDeliveryOn: '2026-11-17' }
    expect(deliveryOf({ ...putOff, status: 'shipped' }, today, manager)).toEqual({ display: 'estimated' })
    expect(delayDaysOf({ ...putOff, status: 'shipped' }, today)).toBe(3)
  })
  it('never names a new date that has gone by', () => {
    expect(deliveryOf(promised({ deliveryDate: '2026-11-20', firstDeliveryOn: '2026-11-17' }), today, manager)).toEqual(
      {
        display: 'delayed',
        firstDate: '2026-11-17',
      },
    )
  })
  it('is earlier than promised without being delayed', () => {
    expect(deliveryOf(promised({ deliveryDate: '2026-11-24', firstDeliveryOn: '2026-11-27' }), today, manager)).toEqual(
      {
        display: 'planned',
      },
    )
  })

  it('is moved, not delayed, where the practice’s own absence has moved it', () => {
    const moved = promised({ movedFromOn: '2026-11-20', firstDeliveryOn: '2026-11-20' })
    expect(deliveryOf(moved, today, manager)).toEqual({ display: 'planned', moved: 'absence' })
    expect(deliveryOf(moved, today, { maySeeAbsences: false })).toEqual({ display: 'planned', moved: 'other' })
    expect(deliveryOf({ ...moved, isDeliveryConfirmed: false }, today, manager)).toEqual({
      display: 'estimated',
      moved: 'absence',
    })
    expect(deliveryOf({ ...moved, deliveryDate: today }, today, manager)).toEqual({
      display: 'today',
      moved: 'absence',
    })
    expect(delayDaysOf(moved, today)).toBe(0)
    expect(delayDaysOf({ ...moved, status: 'delivered' }, today)).toBe(0)
  })
  it('is delayed where the laboratory does not keep the day to which the absence had moved it', () => {
    const moved = { firstDeliveryOn: '2026-11-16', isDeliveryConfirmed: true }
    const missed = promised({ ...moved, movedFromOn: '2026-11-16', deliveryDate: '2026-11-20' })
    expect(deliveryOf(missed, today, manager)).toEqual({ display: 'delayed', firstDate: '2026-11-20' })
    expect(delayDaysOf(missed, today)).toBe(1)
    const later = promised({ ...moved, excusedOn: '2026-11-24', deliveryDate: '2026-11-26' })
    expect(deliveryOf(later, today, manager)).toEqual({
      display: 'delayed',
      newDate: '2026-11-26',
      firstDate: '2026-11-24',
    })
    expect(delayDaysOf(later, today)).toBe(2)
    const kept = promised({ ...moved, excusedOn: '2026-11-24', deliveryDate: '2026-11-24' })
    expect(deliveryOf(kept, today, manager)).toEqual({ display: 'planned', moved: 'absence' })
  })
  it('stays delayed, by the laboratory’s own days, where an absence moves what was late', () => {
    const late = promised({ firstDeliveryOn: '2026-11-17', movedFromOn: '2026-11-19', deliveryDate: '2026-11-26' })
    const shown = { display: 'delayed', newDate: '2026-11-26', firstDate: '2026-11-17', putOffTo: '2026-11-19' }
    expect(deliveryOf(late, today, manager)).toEqual({ ...shown, moved: 'absence' })
    expect(deliveryOf(late, today, { maySeeAbsences: false })).toEqual({ ...shown, moved: 'other' })
    expect(delayDaysOf(late, today)).toBe(2)
  })

  it('holds for any promise', () => {
    fc.assert(
      fc.property(fc.oneof(anyPromise, anyMove), promise => {
        const shown = deliveryOf(promise, today, manager)
        const isClosed = statusesOfTab.history.includes(promise.status)
        expect(shown === null).toBe(isClosed)
        if (!shown) return
        if (promise.deliveryDate === today) expect(shown.display).toBe('today')
        if (shown.newDate) expect(shown.newDate > today && shown.display === 'delayed').toBe(true)
        if (shown.display === 'planned') {
          expect(promise.isDeliveryConfirmed).toBe(true)
          expect(promise.deliveryDate && promise.deliveryDate > today).toBe(true)
        }
        const isLate = shown.firstDate !== undefined
        // A shipped case past its day has most likely come, late or not.
        const isUnderWay = promise.status === 'shipped' && promise.deliveryDate !== null && promise.deliveryDate < today
        if (isUnderWay) expect(shown.display).toBe('estimated')
        expect(delayDaysOf(promise, today) > 0 && !isUnderWay).toBe(isLate)
        if (shown.display === 'delayed') expect(isLate).toBe(true)
        if (isLate) expect(shown.moved !== undefined).toBe(shown.putOffTo !== undefined)
      }),
    )
  })

  it('is late for no absence, and for an absence not less late', () => {
    fc.assert(
      fc.property(anyPromise, fc.integer({ min: 1, max: 20 }), (promise, days) => {
        const { deliveryDate, status } = promise
        // An absence moves only a delivery that is still to come.
        if (deliveryDate === null || deliveryDate < today) return
        const moved = { ...promise, deliveryDate: addDays(deliveryDate, days), movedFromOn: deliveryDate }
        expect(delayDaysOf(moved, today)).toBe(delayDaysOf(promise, today))
        if (statusesOfTab.in_progress.includes(status))
          expect(deliveryOf(moved, today, manager)?.firstDate).toBe(deliveryOf(promise, today, manager)?.firstDate)
      }),
    )
  })
})

describe('delayDaysOf', () => {
  it('counts from the first promise to the present one', () => {
    expect(delayDaysOf(promised({ deliveryDate: '2026-11-26', firstDeliveryOn: '2026-11-23' }), today)).toBe(3)
  })
  it('counts on to today while the work has not left', () => {
    const late = promised({ deliveryDate: '2026-11-17', firstDeliveryOn: '2026-11-16' })
    expect(delayDaysOf(late, today)).toBe(5)
    expect(delayDaysOf({ ...late, status: 'shipped' }, today)).toBe(1)
    expect(delayDaysOf({ ...late, status: 'delivered' }, today)).toBe(1)
    expect(delayDaysOf({ ...late, status: 'cancelled' }, today)).toBe(0)
  })
  it('counts from a promise that was brought forward and then missed', () => {
    expect(delayDaysOf(promised({ deliveryDate: '2026-11-19', firstDeliveryOn: '2026-11-24' }), today)).toBe(2)
  })
  it('is never negative', () => {
    fc.assert(fc.property(anyPromise, promise => delayDaysOf(promise, today) >= 0))
  })
})

describe('daysBeforeAppointment', () => {
  const shown = { deliveryDate: '2026-11-24', delivery: { display: 'planned' } } as const
  it('counts the days between the delivery and the patient', () => {
    expect(daysBeforeAppointment(shown, '2026-11-25', today)).toBe(1)
    expect(daysBeforeAppointment(shown, '2026-11-24', today)).toBe(0)
    expect(daysBeforeAppointment(shown, '2026-11-22', today)).toBe(-2)
  })
  it('takes "within 24 h" for tomorrow, not for the day that was missed', () => {
    const late = { deliveryDate: '2026-11-19', delivery: { display: 'delayed' } } as const
    expect(daysBeforeAppointment(late, '2026-11-21', today)).toBe(-1)
  })
  it('raises no alarm about what has left before its day while the patient is still to come', () => {
    const left = { ...shown, status: 'shipped' } as const
    expect(daysBeforeAppointment(left, '2026-11-22', today)).toBeNull()
    expect(daysBeforeAppointment(left, '2026-11-25', today)).toBe(1)
    expect(daysBeforeAppointment(left, today, today)).toBeLessThan(0)
  })
  it('is silent without a date, an appointment, or once the work has arrived', () => {
    expect(daysBeforeAppointment({ ...shown, deliveryDate: null }, '2026-11-25', today)).toBeNull()
    expect(daysBeforeAppointment(shown, null, today)).toBeNull()
    expect(daysBeforeAppointment({ ...shown, delivery: null }, '2026-11-25', today)).toBeNull()
  })
})

describe('tabs and sorts', () => {
  it('puts every status in exactly one of In progress and History', () => {
    for (const status of CaseStatus.options)
      expect(statusesOfTab.in_progress.includes(status)).toBe(!statusesOfTab.history.includes(status))
    expect(statusesOfTab.in_progress).toEqual([
      'registered',
      'in_preparation',
      'in_production',
      'on_hold',
      'shipped',
      'unknown',
    ])
  })
  it('sorts each tab by what its reader asks first', () => {
    expect(sortOf({ tab: 'in_progress' })).toEqual({ by: 'deliveryDate', order: 'ASC' })
    expect(sortOf({ tab: 'history' })).toEqual({ by: 'deliveryDate', order: 'DESC' })
    expect(sortOf({ tab: 'all' })).toEqual({ by: 'code', order: 'DESC' })
    expect(sortOf({ tab: 'all', sort_by: 'patient' })).toEqual({ by: 'patient', order: 'ASC' })
    expect(sortOf({ tab: 'in_progress', sort_order: 'DESC' })).toEqual({ by: 'deliveryDate', order: 'DESC' })
  })
})

it('places a delay between the same two days as the calendar', () => {
  fc.assert(
    fc.property(anyPromise, promise => {
      if (!promise.deliveryDate || !promise.firstDeliveryOn) return
      const days = delayDaysOf({ ...promise, status: 'delivered' }, today)
      expect(days).toBe(Math.max(0, daysBetween(promise.firstDeliveryOn, promise.deliveryDate)))
    }),
  )
})
