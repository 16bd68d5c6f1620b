import fc from 'fast-check'
import { expect, it } from 'vitest'
import { horizonOf } from '#features/catalogue/rules.ts'
import { promiseOf } from '#features/ordering/promise.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import { daysFrom, effectOf, fillsWith, type Promised, spanGaps } from './rules.ts'

const monday: Day = '2026-11-23'
const inDays = (days: number) => addDays(monday, days)
const all = (length: number) => Array.from({ length }, (_, at) => at)

/** Wraps facts to check that they are read at most so often. */
function lookedAtMost(most: number) {
  let looks = 0
  return <T extends { day: Day }>(facts: readonly T[]) =>
    facts.map(fact => ({
      ...fact,
      get day() {
        looks += 1
        if (looks > most) throw new Error(`looked more than ${most} times`)
        return fact.day
      },
    }))
}

const families = all(100).map(at => `f${at}`)
const days = all(540).map(inDays)
const full = families.flatMap(family => days.map(day => ({ family, day, elements: 0 })))
const promised: Promised[] = families.flatMap(family => days.map(day => ({ family, day, elements: 1 })))

it('reckons a hundred families over 540 days by looking at each fact twice', () => {
  const looked = lookedAtMost(2 * full.length + 2 * promised.length)
  const capacity = { weeks: [], days: looked(full) }
  const laboratory = {
    today: monday,
    days,
    families: families.map(id => ({ id, leadDays: 5 })),
    promised: looked(promised),
  }
  const { promises, over } = effectOf(laboratory, capacity, capacity)
  expect(promises).toEqual(families.map(family => ({ family, before: null, after: null })))
  expect(over).toEqual(days)
})

it('says how full the days are by looking at each fact once', () => {
  const looked = lookedAtMost(full.length + promised.length)
  const work = families.map(family => ({ family, elements: 2 }))
  const fills = fillsWith(work, days, { weeks: [], days: looked(full) }, looked(promised))
  expect(fills).toHaveLength(full.length)
  expect(fills[0]).toEqual({ day: monday, family: 'f0', elements: 3, most: 0 })
})

it('counts lead times in days on which the laboratory works; today is none of them', () => {
  const saturday = inDays(5)
  const first = (today: Day, leadDays: number) =>
    effectOf(
      {
        today,
        days: daysFrom(today, inDays(20), day => weekday(day) < 6),
        families: [{ id: 'fixed', leadDays }],
        promised: [],
      },
      { weeks: [], days: [] },
      { weeks: [], days: [] },
    ).promises[0]?.after
  expect([0, 1, 5].map(leadDays => first(monday, leadDays))).toEqual([monday, inDays(1), inDays(7)])
  expect([0, 1, 2].map(leadDays => first(saturday, leadDays))).toEqual([inDays(7), inDays(7), inDays(8)])
  expect(first(monday, 99)).toBeNull()
})

it('takes days from today to the last that can be promised', () => {
  const gaps = (from: Day, to: Day) => spanGaps({ from, to }, { today: monday, last: inDays(548) })
  expect(gaps(monday, inDays(548))).toEqual([])
  expect(gaps('1900-01-01', '1900-01-01')).toEqual([{ path: 'from', code: 'past' }])
  expect(gaps(inDays(-1), monday)).toEqual([{ path: 'from', code: 'past' }])
  expect(gaps(inDays(540), inDays(549))).toEqual([{ path: 'to', code: 'too_far' }])
  expect(gaps(inDays(549), inDays(549))).toEqual([{ path: 'from', code: 'too_far' }])
})

it('looks ahead to the day that a practice with a round on every day is promised', () => {
  const week = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
  const holidays = fc.uniqueArray(fc.integer({ min: 0, max: 20 })).map(some => some.map(inDays))
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 9 }),
      week,
      holidays,
      (at, leadDays, workingDays, closed) => {
        const today = inDays(at)
        const isWorked = (day: Day) => workingDays.includes(weekday(day)) && !closed.includes(day)
        const one = {
          today,
          days: daysFrom(today, horizonOf(today), isWorked),
          families: [{ id: 'f', leadDays }],
          promised: [],
        }
        const told = promiseOf({
          today,
          products: [{ leadDays }],
          printType: 'optical',
          calendar: {
            workingDays,
            deliveryDays: [1, 2, 3, 4, 5, 6, 7],
            openingDays: [1, 2, 3, 4, 5, 6, 7],
            holidays: closed.map(day => ({ day, name: 'Pont' })),
            physicalTransportDays: 0,
            appointmentBufferDays: 0,
            withoutRounds: [],
          },
        })
        const nothing = { weeks: [], days: [] }
        expect(effectOf(one, nothing, nothing).promises[0]?.after).toBe(told?.deliveryDate)
      },
    ),
  )
})
