import { describe, expect, it } from 'vitest'
import type { DeliveryCalendar } from './contract.ts'
import { dayThatWillDo, whyNoDelivery } from './no-delivery.ts'

const [monday, wednesday, friday, saturday] = ['2026-11-30', '2026-12-02', '2026-12-04', '2026-12-05'] as const
const calendar: DeliveryCalendar = {
  workingDays: [1, 2, 3, 4, 5],
  deliveryDays: [1, 2, 4, 5, 6],
  openingDays: [1, 2, 4, 5],
  holidays: [],
  absences: [],
  physicalTransportDays: 1,
  appointmentBufferDays: 1,
}
const absence = { from: monday, to: wednesday, deliveryPossible: false }

describe('why nothing can be delivered on a day', () => {
  it.each([
    ['the practice is away', monday, { absences: [absence] }, 'away'],
    ['the practice is away on a weekday on which it is closed', wednesday, { absences: [absence] }, 'away'],
    ['the practice is closed on that weekday', wednesday, {}, 'practice_closed'],
    ['the practice sees patients, but no round goes there', wednesday, { openingDays: [1, 2, 3, 4, 5] }, 'no_round'],
    ['the laboratory does not work', saturday, {}, 'laboratory_closed'],
    ['the laboratory is closed once', monday, { holidays: [{ day: monday, name: 'Fête' }] }, 'holiday'],
  ] as const)('%s', (_, day, known, because) => {
    expect(whyNoDelivery(day, { ...calendar, ...known } as DeliveryCalendar)?.because).toBe(because)
  })

  it.each([
    ['an ordinary day', friday, {}],
    ['somebody takes deliveries in all the same', monday, { absences: [{ ...absence, deliveryPossible: true }] }],
    ['no patients come, but deliveries do', saturday, { workingDays: [1, 2, 3, 4, 5, 6] }],
    ['somebody is there for half of the day', monday, { absences: [{ ...absence, fromShift: 'PM' as const }] }],
  ])('nothing is said where %s', (_, day, known) => {
    expect(whyNoDelivery(day, { ...calendar, ...known })).toBeUndefined()
  })

  it('the next day that will do comes after the absence and what is closed besides', () => {
    expect(
      dayThatWillDo(monday, { ...calendar, absences: [absence], holidays: [{ day: '2026-12-03', name: 'Fête' }] }),
    ).toBe(friday)
  })
})
