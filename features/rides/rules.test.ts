import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type Day, dayInZone, formatTime, instantInZone, weekday } from '#kit/day.ts'
import {
  asLeft,
  canCancel,
  closedDays,
  cutOffOf,
  farthestDays,
  nextStatusesOf,
  type PickupCalendar,
  pickupOf,
  whyNotOn,
} from './rules.ts'

const cutOffs = { AM: { days: 1, time: '17:00' }, PM: { days: 0, time: '13:00' } }
const calendar = (now: string, more: Partial<PickupCalendar> = {}): PickupCalendar => ({
  now: new Date(now),
  timeZone: 'Europe/Paris',
  cutOffs,
  closed: [],
  ...more,
})

it('an impression that is ordered now waits for no pickup that is over, marked or not', () => {
  const rides = [
    { date: '2027-02-09', shift: 'AM', status: 'requested' },
    { date: '2027-02-10', shift: 'PM', status: 'requested' },
  ] as const
  const taking = (now: string) => pickupOf(rides, calendar(now))
  expect(taking('2027-02-09T10:59:00Z')).toEqual({ date: '2027-02-09', shift: 'AM', isPlanned: true })
  expect(taking('2027-02-09T11:00:00Z')).toEqual({ date: '2027-02-10', shift: 'PM', isPlanned: true })
})

it('nor for one on a day that the laboratory has closed since', () => {
  const rides = [
    { date: '2027-02-09', shift: 'AM', status: 'confirmed', isClosed: true },
    { date: '2027-02-10', shift: 'PM', status: 'requested', isClosed: false },
  ] as const
  expect(pickupOf(rides, calendar('2027-02-08T10:00:00Z'))).toEqual({
    date: '2027-02-10',
    shift: 'PM',
    isPlanned: true,
  })
})

describe('what a pickup leaves behind that is called off', () => {
  const left = (deliveryDate: Day | null, to: Day | undefined) => {
    const one = { id: 'id', code: 'A', patientCode: 'P-1', what: 'impression', patient: null, summary: '' } as const
    const days = { from: '2027-02-09', to, timeZone: 'Europe/Paris' }
    return asLeft([{ ...one, appointmentDate: null, deliveryDate }], days)[0]?.isDayLost
  }

  it('comes too late for its delivery where it leaves on that day or after it, or never', () => {
    expect(left('2027-02-12', '2027-02-11')).toBe(false)
    expect(left('2027-02-12', '2027-02-12')).toBe(true)
    expect(left('2027-02-12', '2027-02-15')).toBe(true)
    expect(left('2027-02-12', undefined)).toBe(true)
  })

  it('was too late before where it would have left on that day too, and is none without a day', () => {
    expect(left('2027-02-09', '2027-02-12')).toBe(false)
    expect(left('2027-02-10', '2027-02-12')).toBe(true)
    expect(left(null, '2027-02-12')).toBe(false)
  })
})

describe('the cut-off of a pickup', () => {
  it('is a time on the laboratory’s clock, so many days before: until then, and no longer', () => {
    expect(whyNotOn('2027-02-09', 'PM', calendar('2027-02-09T11:59:59Z'))).toBeNull()
    expect(whyNotOn('2027-02-09', 'PM', calendar('2027-02-09T12:00:00Z'))).toBe('ride_too_late')
    expect(whyNotOn('2027-02-09', 'AM', calendar('2027-02-08T15:59:59Z'))).toBeNull()
    expect(whyNotOn('2027-02-09', 'AM', calendar('2027-02-08T16:00:00Z'))).toBe('ride_too_late')
    expect(whyNotOn('2027-02-08', 'PM', calendar('2027-02-09T06:00:00Z'))).toBe('ride_too_late')
  })

  it('moves with summer time: an hour earlier in UTC from one Sunday to the next day', () => {
    const at = (date: Day) => cutOffOf({ date, shift: 'PM' }, calendar('2027-01-01T00:00:00Z')).toISOString()
    expect([at('2027-03-27'), at('2027-03-28')]).toEqual(['2027-03-27T12:00:00.000Z', '2027-03-28T11:00:00.000Z'])
    expect([at('2026-10-24'), at('2026-10-25')]).toEqual(['2026-10-24T11:00:00.000Z', '2026-10-25T12:00:00.000Z'])
    // The evening before the clock change, for a morning after it.
    expect(cutOffOf({ date: '2027-03-28', shift: 'AM' }, calendar('2027-01-01T00:00:00Z')).toISOString()).toBe(
      '2027-03-27T16:00:00.000Z',
    )
  })

  it('goes back over the end of a month, a year and a leap day', () => {
    const eve = (date: Day) => cutOffOf({ date, shift: 'AM' }, calendar('2027-01-01T00:00:00Z')).toISOString()
    expect(eve('2028-03-01')).toBe('2028-02-29T16:00:00.000Z')
    expect(eve('2027-03-01')).toBe('2027-02-28T16:00:00.000Z')
    expect(eve('2027-01-01')).toBe('2026-12-31T16:00:00.000Z')
  })

  it('is the laboratory’s day wherever that is', () => {
    const inAuckland = { timeZone: 'Pacific/Auckland' }
    // 12:59 on the 10th there is still the 9th in UTC.
    expect(whyNotOn('2027-02-10', 'PM', calendar('2027-02-09T23:59:00Z', inAuckland))).toBeNull()
    expect(whyNotOn('2027-02-10', 'PM', calendar('2027-02-10T00:00:00Z', inAuckland))).toBe('ride_too_late')
    const inCayenne = { timeZone: 'America/Cayenne' }
    expect(whyNotOn('2027-02-09', 'PM', calendar('2027-02-09T15:59:00Z', inCayenne))).toBeNull()
  })

  const anyDay = fc.integer({ min: 0, max: 2_000 }).map(days => addDays('2026-01-01', days))
  const anyTime = fc
    .tuple(fc.integer({ min: 4, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))
  const anyZone = fc.constantFrom('Europe/Paris', 'Pacific/Auckland', 'America/Martinique', 'Asia/Kathmandu', 'UTC')

  it('shows its own time on the wall of the laboratory, on every day in every zone', () => {
    fc.assert(
      fc.property(anyDay, anyTime, anyZone, fc.integer({ min: 0, max: 14 }), (date, time, timeZone, days) => {
        const cutOff = { days, time }
        const at = cutOffOf({ date, shift: 'AM' }, { timeZone, cutOffs: { AM: cutOff, PM: cutOff } })
        expect([dayInZone(at, timeZone), formatTime(at, 'en', timeZone)]).toEqual([addDays(date, -days), time])
      }),
    )
  })

  it('never opens again: what is too late stays too late, and what can be cancelled could have been asked for', () => {
    fc.assert(
      fc.property(
        anyDay,
        anyZone,
        fc.constantFrom('AM' as const, 'PM' as const),
        fc.nat(200),
        fc.nat(200),
        (date, timeZone, shift, before, later) => {
          const now = new Date(instantInZone(date, '23:00', timeZone).getTime() - before * 3_600_000)
          const then = new Date(now.getTime() + later * 3_600_000)
          const [first, second] = [now, then].map(at => whyNotOn(date, shift, calendar(at.toISOString(), { timeZone })))
          if (first === 'ride_too_late') expect(second).toBe('ride_too_late')
          const ride = { date, shift, status: 'requested' as const }
          expect(canCancel(ride, calendar(now.toISOString(), { timeZone }))).toBe(first === null)
        },
      ),
    )
  })
})

describe('a day without a round', () => {
  const week = {
    workingDays: [1, 2, 3, 4, 5],
    holidays: [{ day: '2027-02-10', name: 'Inventaire' }],
    absences: [
      { from: '2027-02-10', to: '2027-02-13', deliveryPossible: false },
      { from: '2027-02-15', to: '2027-02-16', deliveryPossible: true },
    ],
  }

  it('says why: holidays by name, days off, and the practice’s absences that take no delivery', () => {
    expect(closedDays('2027-02-08', week).slice(0, 6)).toEqual([
      { day: '2027-02-10', because: 'holiday', name: 'Inventaire' },
      { day: '2027-02-11', because: 'absence' },
      { day: '2027-02-12', because: 'absence' },
      { day: '2027-02-13', because: 'weekend' },
      { day: '2027-02-14', because: 'weekend' },
      { day: '2027-02-20', because: 'weekend' },
    ])
  })

  it('cannot be asked for, and neither can one beyond sixty days', () => {
    const now = calendar('2027-02-08T07:00:00Z', { closed: closedDays('2027-02-08', week) })
    const answers = ['2027-02-08', '2027-02-10', '2027-02-11', '2027-02-13', '2027-02-15'].map(day =>
      whyNotOn(day, 'PM', now),
    )
    expect(answers).toEqual([null, 'laboratory_closed', 'practice_absent', 'laboratory_closed', null])
    const last = addDays('2027-02-08', farthestDays)
    expect([whyNotOn(last, 'PM', now), whyNotOn(addDays(last, 1), 'PM', now)]).toEqual([null, 'ride_too_far'])
  })

  it('is never offered, from today to the last day that can be asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000 }).map(days => addDays('2026-11-01', days)),
        fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        fc.nat(80),
        fc.nat(30),
        (today, workingDays, ahead, length) => {
          const absence = { from: addDays(today, ahead), to: addDays(today, ahead + length), deliveryPossible: false }
          const closed = closedDays(today, { workingDays, holidays: [], absences: [absence] })
          const now = instantInZone(addDays(today, -1), '23:59', 'Europe/Paris')
          for (let day = today; day <= addDays(today, farthestDays - 1); day = addDays(day, 1)) {
            const isAway = absence.from <= day && day <= absence.to
            const expected = !workingDays.includes(weekday(day))
              ? 'laboratory_closed'
              : isAway
                ? 'practice_absent'
                : null
            expect(whyNotOn(day, 'PM', { now, timeZone: 'Europe/Paris', cutOffs, closed })).toBe(expected)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})

it('what is done or called off a practice calls off no more, and the laboratory takes back only what it has done itself', () => {
  for (const status of ['picked_up', 'nobody_there', 'cancelled'] as const) {
    expect(canCancel({ date: '2027-02-09', shift: 'PM', status }, calendar('2027-02-01T00:00:00Z'))).toBe(false)
  }
  expect(nextStatusesOf({ status: 'cancelled', isCancelledByPractice: false })).toContain('requested')
  expect(nextStatusesOf({ status: 'cancelled', isCancelledByPractice: true })).toEqual([])
})
