import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#kit/day.ts'
import { CaseStatus } from './contract.ts'
import {
  daysBeforeAppointment,
  delayDaysOf,
  deliveryOf,
  formatShade,
  formatTeeth,
  inArchOrder,
  type Promised,
  sortOf,
  statusesOfTab,
  summarize,
  toothRuns,
  traceabilitySheetName,
  type Work,
} from './rules.ts'

const today = '2026-11-21'
const promised = (changes: Partial<Promised>): Promised => ({
  status: 'in_production',
  deliveryOn: '2026-11-25',
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
    deliveryOn: fc.option(nearToday),
    firstDeliveryOn: nearToday,
    isDeliveryConfirmed: fc.boolean(),
    movedFromOn: fc.constant(null),
    excusedOn: fc.constant(null),
  })
  .map(promise => ({ ...promise, firstDeliveryOn: promise.deliveryOn && promise.firstDeliveryOn }))
/** The practice has moved it, then perhaps the laboratory. */
const anyMove = fc
  .tuple(anyPromise, fc.integer({ min: 1, max: 20 }), fc.constantFrom('not since', 'by the laboratory'))
  .map(([promise, days, isSet]): Promised => {
    const { deliveryOn, firstDeliveryOn } = promise
    if (deliveryOn === null || firstDeliveryOn === null) return promise
    if (isSet === 'not since') return { ...promise, deliveryOn: addDays(deliveryOn, days), movedFromOn: deliveryOn }
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
    const none = promised({ deliveryOn: null, firstDeliveryOn: null, isDeliveryConfirmed: false })
    expect(deliveryOf(none, today, manager)).toEqual({ display: 'estimated' })
  })
  it('is today on the day, even where that is a second promise', () => {
    expect(deliveryOf(promised({ deliveryOn: today, firstDeliveryOn: '2026-11-18' }), today, manager)).toEqual({
      display: 'today',
      firstDate: '2026-11-18',
    })
  })
  it('is delayed with the new date', () => {
    expect(deliveryOf(promised({ deliveryOn: '2026-11-26', firstDeliveryOn: '2026-11-23' }), today, manager)).toEqual({
      display: 'delayed',
      newDate: '2026-11-26',
      firstDate: '2026-11-23',
    })
  })
  it('is delayed, within 24 h, when the day went by without a dispatch', () => {
    const late = promised({ deliveryOn: '2026-11-20', firstDeliveryOn: '2026-11-20' })
    expect(deliveryOf(late, today, manager)).toEqual({ display: 'delayed', firstDate: '2026-11-20' })
    expect(deliveryOf({ ...late, status: 'shipped' }, today, manager)).toEqual({ display: 'estimated' })
    const putOff = { ...late, firstDeliveryOn: '2026-11-17' }
    expect(deliveryOf({ ...putOff, status: 'shipped' }, today, manager)).toEqual({ display: 'estimated' })
    expect(delayDaysOf({ ...putOff, status: 'shipped' }, today)).toBe(3)
  })
  it('never names a new date that has gone by', () => {
    expect(deliveryOf(promised({ deliveryOn: '2026-11-20', firstDeliveryOn: '2026-11-17' }), today, manager)).toEqual({
      display: 'delayed',
      firstDate: '2026-11-17',
    })
  })
  it('is earlier than promised without being delayed', () => {
    expect(deliveryOf(promised({ deliveryOn: '2026-11-24', firstDeliveryOn: '2026-11-27' }), today, manager)).toEqual({
      display: 'planned',
    })
  })

  it('is moved, not delayed, where the practice’s own absence has moved it', () => {
    const moved = promised({ movedFromOn: '2026-11-20', firstDeliveryOn: '2026-11-20' })
    expect(deliveryOf(moved, today, manager)).toEqual({ display: 'planned', moved: 'absence' })
    expect(deliveryOf(moved, today, { maySeeAbsences: false })).toEqual({ display: 'planned', moved: 'other' })
    expect(deliveryOf({ ...moved, isDeliveryConfirmed: false }, today, manager)).toEqual({
      display: 'estimated',
      moved: 'absence',
    })
    expect(deliveryOf({ ...moved, deliveryOn: today }, today, manager)).toEqual({ display: 'today', moved: 'absence' })
    expect(delayDaysOf(moved, today)).toBe(0)
    expect(delayDaysOf({ ...moved, status: 'delivered' }, today)).toBe(0)
  })
  it('is delayed where the laboratory does not keep the day to which the absence had moved it', () => {
    const moved = { firstDeliveryOn: '2026-11-16', isDeliveryConfirmed: true }
    const missed = promised({ ...moved, movedFromOn: '2026-11-16', deliveryOn: '2026-11-20' })
    expect(deliveryOf(missed, today, manager)).toEqual({ display: 'delayed', firstDate: '2026-11-20' })
    expect(delayDaysOf(missed, today)).toBe(1)
    const later = promised({ ...moved, excusedOn: '2026-11-24', deliveryOn: '2026-11-26' })
    expect(deliveryOf(later, today, manager)).toEqual({
      display: 'delayed',
      newDate: '2026-11-26',
      firstDate: '2026-11-24',
    })
    expect(delayDaysOf(later, today)).toBe(2)
    const kept = promised({ ...moved, excusedOn: '2026-11-24', deliveryOn: '2026-11-24' })
    expect(deliveryOf(kept, today, manager)).toEqual({ display: 'planned', moved: 'absence' })
  })
  it('stays delayed, by the laboratory’s own days, where an absence moves what was late', () => {
    const late = promised({ firstDeliveryOn: '2026-11-17', movedFromOn: '2026-11-19', deliveryOn: '2026-11-26' })
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
        if (promise.deliveryOn === today) expect(shown.display).toBe('today')
        if (shown.newDate) expect(shown.newDate > today && shown.display === 'delayed').toBe(true)
        if (shown.display === 'planned') {
          expect(promise.isDeliveryConfirmed).toBe(true)
          expect(promise.deliveryOn && promise.deliveryOn > today).toBe(true)
        }
        const isLate = shown.firstDate !== undefined
        // What is under way past its day has most likely come, late or not.
        const isUnderWay = promise.status === 'shipped' && promise.deliveryOn !== null && promise.deliveryOn < today
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
        const { deliveryOn, status } = promise
        // An absence moves what is still to come.
        if (deliveryOn === null || deliveryOn < today) return
        const moved = { ...promise, deliveryOn: addDays(deliveryOn, days), movedFromOn: deliveryOn }
        expect(delayDaysOf(moved, today)).toBe(delayDaysOf(promise, today))
        if (statusesOfTab.in_progress.includes(status))
          expect(deliveryOf(moved, today, manager)?.firstDate).toBe(deliveryOf(promise, today, manager)?.firstDate)
      }),
    )
  })
})

describe('delayDaysOf', () => {
  it('counts from the first promise to the present one', () => {
    expect(delayDaysOf(promised({ deliveryOn: '2026-11-26', firstDeliveryOn: '2026-11-23' }), today)).toBe(3)
  })
  it('counts on to today while the work has not left', () => {
    const late = promised({ deliveryOn: '2026-11-17', firstDeliveryOn: '2026-11-16' })
    expect(delayDaysOf(late, today)).toBe(5)
    expect(delayDaysOf({ ...late, status: 'shipped' }, today)).toBe(1)
    expect(delayDaysOf({ ...late, status: 'delivered' }, today)).toBe(1)
    expect(delayDaysOf({ ...late, status: 'cancelled' }, today)).toBe(0)
  })
  it('counts from a promise that was brought forward and then missed', () => {
    expect(delayDaysOf(promised({ deliveryOn: '2026-11-19', firstDeliveryOn: '2026-11-24' }), today)).toBe(2)
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

const quadrants = [1, 2, 3, 4].flatMap(quadrant => [1, 2, 3, 4, 5, 6, 7, 8].map(place => quadrant * 10 + place))
const deciduous = [5, 6, 7, 8].flatMap(quadrant => [1, 2, 3, 4, 5].map(place => quadrant * 10 + place))
const anyTeeth = fc.array(fc.constantFrom(...quadrants, ...deciduous))

describe('teeth', () => {
  it.each([
    [[13, 12, 11, 21, 22, 23], '13–23'],
    [[23, 11, 13, 22, 12, 21], '13–23'],
    [[26], '26'],
    [[26, 24], '24, 26'],
    [[11, 21], '11, 21'],
    [[48, 47, 46, 11], '11, 48–46'],
    [[41, 42, 31], '42–31'],
    [[55, 54, 53, 13], '13, 55–53'],
    [[18, 28], '18, 28'],
    [[18, 48], '18, 48'],
    [[], ''],
  ])('writes %j as %s', (teeth, written) => {
    expect(formatTeeth(teeth)).toBe(written)
  })
  it('keeps every tooth once, whatever the order given', () => {
    fc.assert(
      fc.property(anyTeeth, teeth => {
        const ordered = inArchOrder(teeth)
        expect(new Set(ordered)).toEqual(new Set(teeth))
        expect(ordered).toHaveLength(new Set(teeth).size)
        expect(toothRuns(teeth).flat()).toEqual(ordered)
        expect(inArchOrder([...teeth].reverse())).toEqual(ordered)
      }),
    )
  })
  it('sees a whole arch as one run', () => {
    const upper = quadrants.filter(tooth => tooth < 30)
    expect(toothRuns(upper)).toHaveLength(1)
    expect(formatTeeth(upper)).toBe('18–28')
    expect(toothRuns(quadrants)).toHaveLength(2)
  })
})

describe('summarize', () => {
  const work = (changes: Partial<Work>): Work => ({
    one: 'Couronne zircone',
    many: 'Couronnes zircone',
    quantity: 1,
    teeth: [],
    shade: null,
    sector: null,
    ...changes,
  })
  it('tells tooth and shade, with the decimal sign of the language', () => {
    const bridge = work({ one: 'Bridge', many: 'Bridge', teeth: [11, 12, 13, 21, 22, 23], shade: 'A3.5' })
    expect(summarize([bridge], 'fr')).toBe('Bridge 13–23 · A3,5')
    expect(summarize([bridge], 'en')).toBe('Bridge 13–23 · A3.5')
  })
  it('puts equal products together and keeps different ones apart', () => {
    expect(summarize([work({ teeth: [26], shade: 'A2' }), work({ teeth: [24], shade: 'A2' })], 'fr')).toBe(
      'Couronnes zircone 24, 26 · A2',
    )
    expect(summarize([work({ teeth: [26], shade: 'A2' }), work({ one: 'Inlay-core', teeth: [45] })], 'fr')).toBe(
      'Couronne zircone 26 · A2 + Inlay-core 45',
    )
  })
  it('names the arch where there are no teeth, and counts what is not on a tooth', () => {
    expect(summarize([work({ one: 'Châssis métallique', sector: 'upper' })], 'fr')).toBe(
      'Châssis métallique, arcade sup.',
    )
    expect(summarize([work({ one: 'Modèle', many: 'Modèles', quantity: 2 })], 'fr')).toBe('2 × Modèles')
  })
  it('names one piece in the singular, however many teeth it carries', () => {
    const framework = work({ one: 'Châssis métallique', many: 'Châssis métalliques', teeth: [44, 45, 36] })
    expect(summarize([framework], 'fr')).toBe('Châssis métallique 45, 44, 36')
    expect(summarize([work({ teeth: [24, 26], quantity: 2 })], 'fr')).toBe('Couronnes zircone 24, 26')
  })
  it('counts what does not fit in the line', () => {
    const works = ['A', 'B', 'C', 'D'].map(one => work({ one }))
    expect(summarize(works, 'fr')).toBe('A + 3 autres')
    expect(summarize(works, 'en')).toBe('A + 3 more')
  })
  it('leaves the shades of other guides as they were written', () => {
    expect(formatShade('2L1.5', 'fr')).toBe('2L1,5')
    expect(formatShade('Chromascop 1.5', 'fr')).toBe('Chromascop 1.5')
    expect(formatShade('A3.5', 'en')).toBe('A3.5')
  })
})

it('places a delay between the same two days as the calendar', () => {
  fc.assert(
    fc.property(anyPromise, promise => {
      if (!promise.deliveryOn || !promise.firstDeliveryOn) return
      const days = delayDaysOf({ ...promise, status: 'delivered' }, today)
      expect(days).toBe(Math.max(0, daysBetween(promise.firstDeliveryOn, promise.deliveryOn)))
    }),
  )
})

describe('the name of the traceability sheet', () => {
  it.each([
    ['T-26-1187', 'fiche-de-tracabilite-T-26-1187.pdf'],
    ['Éd 12/3', 'fiche-de-tracabilite-Ed-12-3.pdf'],
    ['../../etc/passwd', 'fiche-de-tracabilite-etc-passwd.pdf'],
    ['a\r\nx: y"; filename=z.exe', 'fiche-de-tracabilite-a-x-y-filename-z-exe.pdf'],
    ['\u202egnp.exe', 'fiche-de-tracabilite-gnp-exe.pdf'],
    ['案件', 'fiche-de-tracabilite.pdf'],
    ['x'.repeat(300), `fiche-de-tracabilite-${'x'.repeat(60)}.pdf`],
  ])('for %j is %s', (code, name) => {
    expect(traceabilitySheetName(code, 'fr')).toBe(name)
  })

  it('is in the language of the reader', () => {
    expect(traceabilitySheetName('T-1', 'en')).toBe('traceability-sheet-T-1.pdf')
  })
})
