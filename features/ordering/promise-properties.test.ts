// Properties of the promise for any calendar, checked against a separate engine that tries day by day.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { horizonDays, horizonOf, withoutReasons } from '#features/catalogue/rules.ts'
import { addDays, daysBetween, weekday } from '#kit/day.ts'
import { type PromiseInput, promiseOf } from './promise.ts'

/** 100,000 with `npm run promises`. */
const numRuns = Number(process.env.PROMISE_RUNS ?? 500)

type KnownCalendar = DeliveryCalendar & { absences: NonNullable<DeliveryCalendar['absences']> }
const today = fc.integer({ min: 0, max: 800 }).map(days => addDays('2026-01-01', days))
/** Rarely so few that nothing can ever be delivered. */
const weekdays = fc.oneof(
  { weight: 7, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 2 }) },
)
/** Close enough for days to coincide, and now and then beyond the horizon. */
const someDays = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -10, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: -10, max: 600 }) },
)
type KnownInput = PromiseInput & { calendar: KnownCalendar }
const anyInput: fc.Arbitrary<KnownInput> = today.chain(now => {
  const nearDay = someDays.map(days => addDays(now, days))
  return fc.record(
    {
      today: fc.constant(now),
      products: fc.array(fc.record({ leadDays: fc.integer({ min: 0, max: 30 }) }), { maxLength: 3 }),
      printType: fc.constantFrom('optical', 'physical'),
      pickup: fc.option(fc.record({ date: nearDay, shift: fc.constantFrom('AM', 'PM'), isPlanned: fc.boolean() })),
      wishedOn: nearDay,
      appointmentOn: nearDay,
      calendar: fc.record({
        workingDays: weekdays,
        holidays: fc.array(fc.record({ day: nearDay, name: fc.constantFrom('Noël', 'Congés') }), { maxLength: 40 }),
        deliveryDays: weekdays,
        openingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        absences: fc.array(
          fc
            .tuple(nearDay, fc.integer({ min: 0, max: 25 }), fc.boolean())
            .map(([from, days, deliveryPossible]) => ({ from, to: addDays(from, days), deliveryPossible })),
          { maxLength: 5 },
        ),
        physicalTransportDays: fc.integer({ min: 0, max: 10 }),
        appointmentBufferDays: fc.integer({ min: 0, max: 10 }),
      }),
    },
    { requiredKeys: ['today', 'products', 'printType', 'calendar'] },
  )
})

const isOpen = ({ workingDays, holidays }: DeliveryCalendar, day: string) =>
  workingDays.includes(weekday(day)) && !holidays.some(holiday => holiday.day === day)
const isTaken = ({ deliveryDays, absences }: KnownCalendar, day: string) =>
  deliveryDays.includes(weekday(day)) &&
  !absences.some(({ from, to, deliveryPossible }) => from <= day && day <= to && !deliveryPossible)

/** The first day that fits, tried one by one: independent of the engine, slow and plain. */
function triedDayByDay({ today, products, printType, pickup, wishedOn, calendar }: KnownInput): string | null {
  const lead = Math.max(0, ...products.map(({ leadDays }) => leadDays))
  const needed = lead + (printType === 'physical' ? calendar.physicalTransportDays : 0)
  let worked = 0
  for (let days = 0; days <= horizonDays; days++) {
    const day = addDays(today, days)
    const isThere = printType === 'optical' || !pickup || day > pickup.date
    if (days > 0 && isThere && isOpen(calendar, day)) worked++
    if (!isThere && pickup && day < pickup.date) continue
    if (worked >= needed && isOpen(calendar, day) && isTaken(calendar, day) && (!wishedOn || day >= wishedOn))
      return day
  }
  return null
}

const never = '9999-12-31'
const deliveryOf = (asked: PromiseInput) => promiseOf(asked)?.deliveryDate ?? never

describe('for any calendar', { timeout: 900_000 }, () => {
  const holds = (property: (asked: KnownInput) => void) => () => fc.assert(fc.property(anyInput, property), { numRuns })

  it(
    'is the earliest day that fits, and none where none fits',
    holds(asked => {
      expect(promiseOf(asked)?.deliveryDate ?? null).toBe(triedDayByDay(asked))
    }),
  )
  it(
    'never falls on a closed day, a day without round or in an absence, nor before today or the wished day',
    holds(asked => {
      const day = promiseOf(asked)?.deliveryDate
      if (!day) return
      expect(isOpen(asked.calendar, day)).toBe(true)
      expect(isTaken(asked.calendar, day)).toBe(true)
      expect(day >= asked.today && day <= horizonOf(asked.today) && day >= (asked.wishedOn ?? '')).toBe(true)
    }),
  )
  it(
    'is explained by steps that add up to it',
    holds(asked => {
      const promise = promiseOf(asked)
      if (!promise) return
      const sum = promise.because.reduce((days, step) => days + step.days, 0)
      expect(sum).toBe(daysBetween(asked.today, promise.deliveryDate))
      const daysOf = (step: string) => promise.because.find(told => told.step === step)?.days ?? 0
      expect(daysOf('lab')).toBe(Math.max(0, ...asked.products.map(({ leadDays }) => leadDays)))
      expect(daysOf('transport')).toBe(asked.printType === 'physical' ? asked.calendar.physicalTransportDays : 0)
      for (const { from, to, days } of promise.because) {
        expect(days).toBeGreaterThan(0)
        expect(daysBetween(from, to) + 1).toBeGreaterThanOrEqual(days)
        expect(from >= asked.today && to <= promise.deliveryDate).toBe(true)
      }
    }),
  )
  it(
    'gives each holiday its name and its day, and blames nobody who is not to blame',
    holds(asked => {
      const { absences, deliveryDays, workingDays, holidays } = asked.calendar
      for (const { step, from, to, days, name } of promiseOf(asked)?.because ?? []) {
        const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
        const those = (isSo: (day: string) => boolean) => all.filter(isSo).length
        if (name) expect(holidays.filter(holiday => all.includes(holiday.day)).length).toBeGreaterThanOrEqual(days)
        if (step === 'closed' && !name)
          expect(those(day => !workingDays.includes(weekday(day)))).toBeGreaterThanOrEqual(days)
        if (step === 'no_round') expect(those(day => !deliveryDays.includes(weekday(day)))).toBeGreaterThanOrEqual(days)
        if (step === 'absent')
          expect(those(day => absences.some(absence => absence.from <= day && day <= absence.to))).toBe(days)
      }
    }),
  )
  it(
    'is never earlier for more work, for an impression that travels, or for a later wish',
    holds(asked => {
      const day = deliveryOf(asked)
      expect(deliveryOf({ ...asked, products: [...asked.products, { leadDays: 31 }] }) >= day).toBe(true)
      expect(
        deliveryOf({ ...asked, products: asked.products.map(({ leadDays }) => ({ leadDays: leadDays + 1 })) }) >= day,
      ).toBe(true)
      expect(deliveryOf({ ...asked, printType: 'physical' }) >= deliveryOf({ ...asked, printType: 'optical' })).toBe(
        true,
      )
      const wishedOn = addDays(asked.wishedOn ?? asked.today, 1)
      expect(deliveryOf({ ...asked, wishedOn }) >= day).toBe(true)
      expect(deliveryOf({ ...asked, appointmentOn: undefined })).toBe(day)
    }),
  )
  it(
    'offers an appointment that is in time, and none before it is',
    holds(asked => {
      const { earliest, deliveryDate } = promiseOf(asked) ?? {}
      if (!earliest || !deliveryDate) return
      const { absences, openingDays } = asked.calendar
      const isAway = (day: string) =>
        !openingDays.includes(weekday(day)) || absences.some(({ from, to }) => from <= day && day <= to)
      expect(promiseOf({ ...asked, appointmentOn: earliest })?.verdict).not.toBe('late')
      expect(isAway(earliest)).toBe(false)
      for (let day = deliveryDate; day < earliest; day = addDays(day, 1)) {
        const isLate = promiseOf({ ...asked, appointmentOn: day })?.verdict === 'late'
        expect(isLate || isAway(day)).toBe(true)
      }
    }),
  )
  it(
    'is the same day for who may not see absences, and told without a reason',
    holds(asked => {
      const opaque = withoutReasons(asked.calendar, asked.today)
      const promise = promiseOf({ ...asked, calendar: opaque })
      expect(promise?.deliveryDate ?? null).toBe(promiseOf(asked)?.deliveryDate ?? null)
      if (!promise) return
      const { because, earliest } = promise
      expect(because.reduce((days, step) => days + step.days, 0)).toBe(daysBetween(asked.today, promise.deliveryDate))
      expect(because.filter(({ step, name }) => step === 'absent' || (step === 'no_round' && name))).toEqual([])
      expect(opaque.openingDays.includes(weekday(earliest)) && isTaken(asked.calendar, promise.deliveryDate)).toBe(true)
      expect(opaque.withoutRounds).not.toContain(earliest)
      expect(JSON.stringify(opaque)).not.toMatch(/absen/i)
    }),
  )
  it(
    'is never before the pickup that takes the impression, and never earlier for a later one',
    holds(asked => {
      const { pickup } = asked
      if (!pickup || asked.printType === 'optical') return
      expect(deliveryOf(asked) >= pickup.date).toBe(true)
      const later = { ...pickup, date: addDays(pickup.date, 3) }
      expect(deliveryOf({ ...asked, pickup: later }) >= deliveryOf(asked)).toBe(true)
      expect(deliveryOf(asked) >= deliveryOf({ ...asked, pickup: null })).toBe(true)
    }),
  )
  it(
    'says how many days it is from the day that is needed',
    holds(asked => {
      const promise = promiseOf(asked)
      const buffer = asked.calendar.appointmentBufferDays
      const needed = asked.appointmentOn ? addDays(asked.appointmentOn, -buffer) : asked.wishedOn
      if (!promise || !needed) return
      const signed = { ahead: promise.days, same_day: 0, late: -promise.days }[promise.verdict]
      expect(daysBetween(promise.deliveryDate, needed)).toBe(signed)
      expect(promise.verdict === 'same_day').toBe(promise.days === 0)
    }),
  )
})
