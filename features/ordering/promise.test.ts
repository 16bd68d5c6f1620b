import { describe, expect, it } from 'vitest'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { horizonDays, horizonOf, withoutReasons } from '#features/catalogue/rules.ts'
import { addDays } from '#kit/day.ts'
import { type PromiseInput, promiseOf } from './promise.ts'

type KnownCalendar = DeliveryCalendar & { absences: NonNullable<DeliveryCalendar['absences']> }
const calendar = (changes: Partial<KnownCalendar> = {}): KnownCalendar => ({
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  deliveryDays: [1, 2, 3, 4, 5],
  openingDays: [1, 2, 3, 4, 5],
  absences: [],
  physicalTransportDays: 1,
  appointmentBufferDays: 1,
  ...changes,
})
const all = [1, 2, 3, 4, 5, 6, 7]
/** A Monday, optical, a crown of five days. */
const input = (changes: Partial<PromiseInput> = {}): PromiseInput => ({
  today: '2026-11-23',
  products: [{ leadDays: 5 }],
  printType: 'optical',
  calendar: calendar(),
  ...changes,
})
const christmas = { day: '2026-12-25', name: 'Noël' }
/** "2 lab 2026-12-01–2026-12-02" */
const toldOf = (asked: PromiseInput) =>
  promiseOf(asked)?.because.map(({ step, days, from, to, name }) =>
    [days, step, name, from === to ? from : `${from}–${to}`].filter(Boolean).join(' '),
  )

describe('the day of delivery', () => {
  it('comes at the end of the work, the day of the order not counted', () => {
    expect(promiseOf(input())).toEqual({
      deliveryDate: '2026-11-30',
      verdict: 'ahead',
      days: 0,
      earliest: '2026-12-01',
      because: [
        { step: 'lab', days: 5, from: '2026-11-24', to: '2026-11-30' },
        { step: 'closed', days: 2, from: '2026-11-28', to: '2026-11-29' },
      ],
    })
  })
  it('is decided by the product that takes longest', () => {
    expect(promiseOf(input({ products: [{ leadDays: 2 }, { leadDays: 9 }, { leadDays: 4 }] }))?.deliveryDate).toBe(
      '2026-12-04',
    )
  })
  it('may be today, where there is nothing to make', () => {
    expect(promiseOf(input({ products: [{ leadDays: 0 }] }))).toMatchObject({
      deliveryDate: '2026-11-23',
      because: [],
    })
  })
  it('is later for an impression that has to travel', () => {
    expect(promiseOf(input({ printType: 'physical' }))?.deliveryDate).toBe('2026-12-01')
    expect(toldOf(input({ printType: 'physical' }))).toEqual([
      '1 transport 2026-11-24',
      '5 lab 2026-11-25–2026-12-01',
      '2 closed 2026-11-28–2026-11-29',
    ])
  })
  it('is counted from the pickup that takes a physical impression, which is said', () => {
    const pickup = { date: '2026-12-08', shift: 'AM', isPlanned: true } as const
    expect(promiseOf(input({ printType: 'physical', pickup }))).toMatchObject({
      deliveryDate: '2026-12-16',
      pickup,
      because: [
        { step: 'pickup', days: 15, from: '2026-11-24', to: '2026-12-08' },
        { step: 'transport', days: 1, from: '2026-12-09', to: '2026-12-09' },
        { step: 'lab', days: 5, from: '2026-12-10', to: '2026-12-16' },
        { step: 'closed', days: 2, from: '2026-12-12', to: '2026-12-13' },
      ],
    })
    const fetchedToday = { ...pickup, date: '2026-11-23' }
    expect(toldOf(input({ printType: 'physical', pickup: fetchedToday }))).toEqual(
      toldOf(input({ printType: 'physical' })),
    )
    // An order promised anew: its impression was collected before.
    expect(promiseOf(input({ printType: 'physical', pickup: { ...pickup, date: '2026-11-20' } }))?.deliveryDate).toBe(
      '2026-12-01',
    )
  })
  it('needs no pickup for an optical impression', () => {
    const pickup = { date: '2026-12-08', shift: 'AM', isPlanned: true } as const
    expect(promiseOf(input({ pickup }))).toEqual(promiseOf(input()))
  })
  it('waits for Christmas and for the round, and says so', () => {
    const asked = input({
      today: '2026-12-17',
      calendar: calendar({ holidays: [christmas], deliveryDays: [2, 5] }),
    })
    expect(promiseOf(asked)?.deliveryDate).toBe('2026-12-29')
    expect(toldOf(asked)).toEqual([
      '5 lab 2026-12-18–2026-12-24',
      '2 closed 2026-12-19–2026-12-20',
      '1 closed Noël 2026-12-25',
      '4 no_round 2026-12-24–2026-12-28',
    ])
  })
  it('waits out the weekend after a holiday once, whoever bridges it', () => {
    // Ascension is a Thursday; the laboratory does not work on the Friday after it either.
    const holidays = [
      { day: '2026-05-14', name: 'Ascension' },
      { day: '2026-05-15', name: 'Pont de l’Ascension' },
    ]
    const asked = input({ today: '2026-05-12', products: [{ leadDays: 2 }], calendar: calendar({ holidays }) })
    expect(promiseOf(asked)?.deliveryDate).toBe('2026-05-18')
    expect(toldOf(asked)).toEqual([
      '2 lab 2026-05-13–2026-05-18',
      '1 closed Ascension 2026-05-14',
      '1 closed Pont de l’Ascension 2026-05-15',
      '2 closed 2026-05-16–2026-05-17',
    ])
  })
  it('tells a closure of a week as one step', () => {
    const holidays = ['27', '28', '29', '30', '31'].map(day => ({ day: `2026-07-${day}`, name: 'Congés d’été' }))
    expect(
      toldOf(input({ today: '2026-07-24', products: [{ leadDays: 1 }], calendar: calendar({ holidays }) })),
    ).toEqual(['1 lab 2026-08-03', '4 closed 2026-07-25–2026-08-02', '5 closed Congés d’été 2026-07-27–2026-07-31'])
  })
  it('comes after an absence, unless somebody takes the parcel in', () => {
    const absence = { from: '2026-11-30', to: '2026-12-04' }
    const away = (deliveryPossible: boolean) =>
      input({ calendar: calendar({ absences: [{ ...absence, deliveryPossible }] }) })
    expect(promiseOf(away(true))?.deliveryDate).toBe('2026-11-30')
    expect(promiseOf(away(false))?.deliveryDate).toBe('2026-12-07')
    expect(toldOf(away(false))).toEqual([
      '5 lab 2026-11-24–2026-11-30',
      '2 closed 2026-11-28–2026-11-29',
      '5 absent 2026-11-30–2026-12-04',
      '2 no_round 2026-12-05–2026-12-06',
    ])
  })
  it('comes after an absence as after a holiday to who may not see absences: without a reason', () => {
    const absence = { from: '2026-11-30', to: '2026-12-04', deliveryPossible: false }
    const holidays = [30, 31, 32, 33, 34].map(days => ({ day: addDays('2026-10-31', days), name: 'Congés' }))
    const told = ['5 lab 2026-11-24–2026-11-30', '2 closed 2026-11-28–2026-11-29', '7 no_round 2026-11-30–2026-12-06']
    const opaque = (known: Partial<KnownCalendar>) => input({ calendar: withoutReasons(calendar(known), '2026-11-23') })
    expect(toldOf(opaque({ absences: [absence] }))).toEqual(told)
    expect(opaque({ absences: [absence] }).calendar.withoutRounds).toEqual(holidays.map(({ day }) => day))
    expect(opaque({ holidays }).calendar.withoutRounds).toEqual(holidays.map(({ day }) => day))
  })
  it('is the first possible one from the wished day on', () => {
    const asked = input({ wishedOn: '2026-12-05', calendar: calendar({ deliveryDays: [2, 5] }) })
    expect(promiseOf(asked)).toMatchObject({ deliveryDate: '2026-12-08', verdict: 'late', days: 3 })
    expect(toldOf(asked)).toEqual([
      '5 lab 2026-11-24–2026-11-30',
      '2 closed 2026-11-28–2026-11-29',
      '4 no_round 2026-11-30–2026-12-07',
      '4 wished 2026-12-01–2026-12-04',
    ])
  })
  it('does not come earlier because it is wished', () => {
    expect(promiseOf(input({ wishedOn: '2026-11-25' }))).toMatchObject({
      deliveryDate: '2026-11-30',
      verdict: 'late',
      days: 5,
    })
  })
  it('is not known where no day of 18 months will do', () => {
    const asked = (changes: Partial<KnownCalendar>) => promiseOf(input({ calendar: calendar(changes) }))
    const always = Array.from({ length: horizonDays + 5 }, (_, days) => ({
      day: addDays('2026-11-23', days),
      name: 'Fermé',
    }))
    expect(asked({ holidays: always })).toBeNull()
    expect(asked({ workingDays: [] })).toBeNull()
    expect(asked({ deliveryDays: [] })).toBeNull()
    // Rounds only at weekends, for a laboratory that works only on weekdays.
    expect(asked({ deliveryDays: [6, 7] })).toBeNull()
    expect(asked({ absences: [{ from: '2026-01-01', to: '2036-01-01', deliveryPossible: false }] })).toBeNull()
    expect(promiseOf(input({ products: [{ leadDays: 100_000 }] }))).toBeNull()
    const wishing = (wishedOn: string) =>
      promiseOf(input({ wishedOn, calendar: calendar({ workingDays: all, deliveryDays: all }) }))
    const last = horizonOf('2026-11-23')
    expect(wishing(last)?.deliveryDate).toBe(last)
    expect(wishing(addDays(last, 1))).toBeNull()
  })
})

describe('against the appointment', () => {
  // Delivered on Monday 30 November, one day of buffer.
  it.each([
    ['2026-12-01', 'same_day', 0],
    ['2026-12-04', 'ahead', 3],
    ['2026-11-30', 'late', 1],
    ['2026-11-29', 'late', 2],
  ])('of %s it is %s by %d', (appointmentOn, verdict, days) => {
    expect(promiseOf(input({ appointmentOn, wishedOn: '2026-11-30' }))).toMatchObject({
      appointmentDate: appointmentOn,
      verdict,
      days,
      earliest: '2026-12-01',
    })
  })
  it('says where it is late by the wished day alone', () => {
    const lateByWish = (changes: Partial<PromiseInput>) => promiseOf(input(changes))?.lateByWish
    // Possible on 30 November.
    expect(promiseOf(input({ appointmentOn: '2026-12-07', wishedOn: '2026-12-09' }))).toMatchObject({
      deliveryDate: '2026-12-09',
      verdict: 'late',
      days: 3,
      lateByWish: true,
    })
    expect(lateByWish({ appointmentOn: '2026-12-07', wishedOn: '2026-12-07' })).toBe(true)
    expect(lateByWish({ appointmentOn: '2026-12-07', wishedOn: '2026-12-04' })).toBeUndefined()
    expect(lateByWish({ appointmentOn: '2026-11-27', wishedOn: '2026-11-26' })).toBeUndefined()
    expect(lateByWish({ wishedOn: '2026-12-09' })).toBeUndefined()
  })
  it('leaves the laboratory’s buffer before the patient comes', () => {
    const asked = input({ appointmentOn: '2026-12-01', calendar: calendar({ appointmentBufferDays: 3 }) })
    expect(promiseOf(asked)).toMatchObject({ verdict: 'late', days: 2, earliest: '2026-12-03' })
  })
  it('offers no day on which the practice is away, deliveries taken in or not', () => {
    const absences = [
      { from: '2026-12-04', to: '2026-12-05', deliveryPossible: false },
      { from: '2026-12-01', to: '2026-12-03', deliveryPossible: true },
    ]
    // The sixth is a Sunday, when the practice is closed too.
    expect(promiseOf(input({ calendar: calendar({ absences }) }))?.earliest).toBe('2026-12-07')
  })
  it('offers no day on which the practice never works', () => {
    const open = (...openingDays: number[]) => promiseOf(input({ calendar: calendar({ openingDays }) }))?.earliest
    expect(open(1, 2, 3, 4, 5)).toBe('2026-12-01')
    expect(open(1)).toBe('2026-12-07')
    expect(open(6, 7)).toBe('2026-12-05')
    const friday = input({ products: [{ leadDays: 4 }], calendar: calendar() })
    expect(promiseOf(friday)).toMatchObject({ deliveryDate: '2026-11-27', earliest: '2026-11-30' })
    const openOnSaturdays = calendar({ openingDays: [1, 2, 3, 4, 5, 6] })
    expect(promiseOf({ ...friday, calendar: openOnSaturdays })?.earliest).toBe('2026-11-28')
  })
})
