import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CaseStatus } from '#features/cases/contract.ts'
import { deliveryOf } from '#features/cases/rules.ts'
import { addDays, instantInZone } from '#kit/day.ts'
import { holidaysAround } from './calendar.ts'
import { catalogueOf } from './catalogue.ts'
import { makeCases } from './demonstration-cases.ts'
import { practiceDays } from './practice-days.ts'
import { Random } from './random.ts'

const anyDay = fc.integer({ min: 0, max: 1000 }).map(days => addDays('2026-01-01', days))
const practiceOn = (today: string) => ({
  brandId: 'b',
  practiceId: 'p',
  language: 'fr' as const,
  prescribers: [{ id: 'u', name: 'Dr U' }],
  managers: ['m'],
  catalogue: catalogueOf('email'),
  days: practiceDays({
    deliveryDays: [1, 2, 3, 4, 5],
    openingDays: [1, 2, 3, 4, 5],
    absences: [],
    holidays: holidaysAround(today),
  }),
  cases: 400,
})
const clockAt = (today: string, time = '08:30') => ({
  today,
  now: instantInZone(today, time, 'Europe/Paris'),
  timeZone: 'Europe/Paris',
})

/** design.md, "Case statuses". */
const next: Record<string, string[]> = {
  registered: ['in_preparation', 'on_hold', 'cancelled'],
  in_preparation: ['in_production', 'on_hold', 'cancelled'],
  in_production: ['shipped', 'on_hold', 'cancelled'],
  on_hold: ['registered', 'in_preparation', 'in_production', 'cancelled'],
  shipped: ['delivered'],
  delivered: ['invoiced'],
}

type Order = {
  status: CaseStatus
  delivery_on: string | null
  first_delivery_on: string | null
  is_delivery_confirmed: boolean
}
type Event = { status: CaseStatus; at: string }

describe('the cases of a practice', () => {
  it('are the same on every machine', () => {
    const clock = clockAt('2026-11-21')
    const made = () => makeCases(new Random('a'), practiceOn(clock.today), clock)
    expect(made()).toEqual(made())
  })

  it('show every status and every delivery on any day, at any hour; today’s where something can come', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom('00:05', '08:30', '23:55'), (today, time) => {
        const isRoundOn = practiceOn(today).days.isDeliveryDay
        const orders = makeCases(new Random(today), practiceOn(today), clockAt(today, time)).map(
          ({ order }) => order as unknown as Order,
        )
        expect(orders).toHaveLength(400)
        expect(new Set(orders.map(order => order.status))).toEqual(new Set(CaseStatus.options))
        const shown = orders.map(order =>
          deliveryOf(
            {
              status: order.status,
              deliveryDate: order.delivery_on,
              firstDeliveryOn: order.first_delivery_on,
              isDeliveryConfirmed: order.is_delivery_confirmed,
              movedFromOn: null,
              excusedOn: null,
            },
            today,
            { maySeeAbsences: true },
          ),
        )
        expect(new Set(shown.map(delivery => delivery?.display))).toEqual(
          new Set(['planned', 'estimated', 'delayed', undefined, ...(isRoundOn(today) ? ['today'] : [])]),
        )
        expect(shown.some(delivery => delivery?.newDate)).toBe(true)
        expect(shown.some(delivery => delivery?.display === 'delayed' && !delivery.newDate)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('have a past that fits their status', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom('00:05', '12:00'), (today, time) => {
        const clock = clockAt(today, time)
        const wrong = makeCases(new Random(today), practiceOn(today), clock).filter(({ order, events }) => {
          const past = events as unknown as Event[]
          const isInOrder = past.every((event, index) => {
            const before = past[index - 1]
            return !before || (event.at > before.at && next[before.status]?.includes(event.status))
          })
          const last = past.at(-1)
          return !(
            isInOrder &&
            past[0]?.status === (order.status === 'unknown' ? 'unknown' : 'registered') &&
            last !== undefined &&
            last.status === order.status &&
            last.at < clock.now.toISOString()
          )
        })
        expect(wrong).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})

describe('the work of a case', () => {
  it('takes hours at the least, also where it was wanted soon', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom('00:05', '08:30', '23:55'), (today, time) => {
        const clock = clockAt(today, time)
        const hours = makeCases(new Random(today), practiceOn(today), clock).flatMap(({ events }) => {
          const at = (status: CaseStatus) => (events as unknown as Event[]).find(one => one.status === status)?.at
          const [begun, left] = [at('in_production'), at('shipped')]
          return begun && left ? [(Date.parse(left) - Date.parse(begun)) / 3_600_000] : []
        })
        expect(Math.min(...hours)).toBeGreaterThan(4)
      }),
      { numRuns: 20 },
    )
  })
})
