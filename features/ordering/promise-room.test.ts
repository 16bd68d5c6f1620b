import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { horizonDays, horizonOf } from '#features/catalogue/rules.ts'
import { addDays, type Day, daysBetween, weekday } from '#kit/day.ts'
import { type PromiseInput, promiseOf } from './promise.ts'

/** 100,000 with `npm run promises`. */
const numRuns = Number(process.env.PROMISE_RUNS ?? 500)

const today = '2026-11-23'
const asked = (full: readonly Day[], changes: Partial<PromiseInput> = {}): PromiseInput => ({
  today,
  products: [{ leadDays: 5 }],
  printType: 'optical',
  calendar: {
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
    deliveryDays: [1, 2, 3, 4, 5],
    openingDays: [1, 2, 3, 4, 5],
    absences: [],
    physicalTransportDays: 1,
    appointmentBufferDays: 1,
  },
  hasRoom: day => !full.includes(day),
  ...changes,
})

describe('where the laboratory counts its capacity', () => {
  it('the day is the first one with room, and what comes of it is told as one step', () => {
    expect(promiseOf(asked(['2026-11-30', '2026-12-01', '2026-12-03']))).toEqual({
      deliveryDate: '2026-12-02',
      verdict: 'ahead',
      days: 0,
      earliest: '2026-12-03',
      because: [
        { step: 'lab', days: 5, from: '2026-11-24', to: '2026-11-30' },
        { step: 'closed', days: 2, from: '2026-11-28', to: '2026-11-29' },
        { step: 'first_possible', days: 2, from: '2026-11-30', to: '2026-12-01' },
      ],
    })
  })
  it('a wish for a full day goes to the next one with room', () => {
    const promise = promiseOf(asked(['2026-12-07'], { wishedOn: '2026-12-07' }))
    expect(promise).toMatchObject({ deliveryDate: '2026-12-08', verdict: 'late', days: 1 })
  })
  it('without room on any day nothing is promised, and nobody looks further than 18 months', () => {
    let looked = 0
    const nowhere = () => {
      looked++
      return false
    }
    expect(promiseOf(asked([], { hasRoom: nowhere }))).toBeNull()
    expect(looked).toBeLessThanOrEqual(horizonDays + 1)
  })
})

const nearDay = fc.integer({ min: -5, max: 60 }).map(days => addDays(today, days))
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 7 })
const anything = fc.record({
  /** One flag for each day; `isFullBeyond` decides for the days after them. */
  full: fc.array(fc.boolean(), { maxLength: 80 }),
  isFullBeyond: fc.constantFrom(false, false, false, true),
  input: fc.record(
    {
      products: fc.array(fc.record({ leadDays: fc.integer({ min: 0, max: 30 }) }), { maxLength: 3 }),
      printType: fc.constantFrom('optical' as const, 'physical' as const),
      pickup: fc.record({
        date: nearDay,
        shift: fc.constantFrom('AM' as const, 'PM' as const),
        isPlanned: fc.boolean(),
      }),
      wishedOn: nearDay,
      appointmentOn: nearDay,
      calendar: fc.record({
        workingDays: weekdays,
        holidays: fc.array(fc.record({ day: nearDay, name: fc.constant('Congés') }), { maxLength: 20 }),
        deliveryDays: weekdays,
        openingDays: weekdays,
        absences: fc.array(
          fc
            .tuple(nearDay, fc.integer({ min: 0, max: 15 }), fc.boolean())
            .map(([from, days, deliveryPossible]) => ({ from, to: addDays(from, days), deliveryPossible })),
          { maxLength: 3 },
        ),
        physicalTransportDays: fc.integer({ min: 0, max: 5 }),
        appointmentBufferDays: fc.integer({ min: 0, max: 5 }),
      }),
    },
    { requiredKeys: ['products', 'printType', 'calendar'] },
  ),
})
const never = '9999-12-31'

describe('for any calendar and any load', { timeout: 900_000 }, () => {
  const holds = (property: (asked: PromiseInput & { hasRoom: (day: Day) => boolean }) => void) => () =>
    fc.assert(
      fc.property(anything, ({ full, isFullBeyond, input }) => {
        const hasRoom = (day: Day) => !(full[daysBetween(today, day)] ?? isFullBeyond)
        property({ ...input, today, hasRoom })
      }),
      { numRuns },
    )
  /** Tries each day from the unlimited promise on: independent of the engine, slow and plain. */
  const tried = ({ hasRoom, ...input }: PromiseInput & { hasRoom: (day: Day) => boolean }) => {
    const { workingDays, deliveryDays, holidays, absences = [] } = input.calendar
    const closed = new Set(holidays.map(({ day }) => day))
    const away = absences.filter(({ deliveryPossible }) => !deliveryPossible)
    const isPossible = (day: Day) =>
      [workingDays, deliveryDays].every(days => days.includes(weekday(day))) &&
      !closed.has(day) &&
      !away.some(({ from, to }) => from <= day && day <= to)
    for (let day = promiseOf(input)?.deliveryDate ?? never; day <= horizonOf(today); day = addDays(day, 1))
      if (isPossible(day) && hasRoom(day)) return day
    return null
  }

  it(
    'is the first day with room of those that would do without a limit, and none where there is none',
    holds(input => expect(promiseOf(input)?.deliveryDate ?? null).toBe(tried(input))),
  )
  it(
    'is never earlier than without a limit, never on a closed day, and always has room',
    holds(input => {
      const { hasRoom, ...unlimited } = input
      const day = promiseOf(input)?.deliveryDate
      if (!day) return
      const { workingDays, holidays, deliveryDays } = input.calendar
      expect(day >= (promiseOf(unlimited)?.deliveryDate ?? never)).toBe(true)
      expect(hasRoom(day)).toBe(true)
      expect(workingDays.includes(weekday(day)) && deliveryDays.includes(weekday(day))).toBe(true)
      expect(holidays.some(holiday => holiday.day === day)).toBe(false)
    }),
  )
  it(
    'is as without a limit where there is room for everything',
    holds(({ hasRoom: _, ...input }) => {
      expect(promiseOf({ ...input, hasRoom: () => true })).toEqual(promiseOf(input))
    }),
  )
  it(
    'is explained by steps that add up to it',
    holds(input => {
      const promise = promiseOf(input)
      if (!promise) return
      const sum = promise.because.reduce((days, step) => days + step.days, 0)
      expect(sum).toBe(daysBetween(today, promise.deliveryDate))
    }),
  )
  it(
    'is never earlier for more that is full',
    holds(input => {
      const fuller = promiseOf({ ...input, hasRoom: day => input.hasRoom(day) && weekday(day) !== 3 })
      expect((promiseOf(input)?.deliveryDate ?? never) <= (fuller?.deliveryDate ?? never)).toBe(true)
    }),
  )
})
