import { describe, expect, it } from 'vitest'
import { addDays, type Day, dayInZone, instantInZone, weekday } from '#kit/day.ts'
import { absenceRows, holidaysAround } from './calendar.ts'
import { catalogueOf } from './catalogue.ts'
import { makeCases } from './demonstration-cases.ts'
import { rides } from './demonstration-daily.ts'
import { laboratories } from './laboratories.ts'
import { daysFrom, onOrAfter, onOrBefore, practiceDays } from './practice-days.ts'
import { Random } from './random.ts'

const zone = 'Europe/Paris'

/** A whole week, the feasts that are not always a Sunday, ends of months and years, a leap day. */
const todays: Day[] = [
  ...Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index)),
  '2026-11-22',
  ...['2026-11-11', '2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01', '2027-01-02', '2027-03-29', '2027-05-06'],
  ...['2026-08-31', '2026-09-01', '2026-10-31', '2027-02-28', '2028-02-29', '2028-01-03'],
]

type Order = {
  status: string
  delivery_on: Day | null
  first_delivery_on: Day | null
  wished_on: Day | null
  appointment_at: string | null
}
const done = ['delivered', 'invoiced', 'cancelled']

/** Each practice of the demonstration as it is on that day. */
function practicesOn(today: Day, time: string) {
  const clock = { today, now: instantInZone(today, time, zone), timeZone: zone }
  return laboratories.flatMap(laboratory =>
    laboratory.practices.map(practice => {
      const holidays = holidaysAround(today)
      const days = practiceDays({ ...practice, holidays, absences: absenceRows(practice.absences, today) })
      const { key, language } = laboratory
      const made = {
        brandId: 'b',
        practiceId: 'p',
        language,
        prescribers: [{ id: 'u', name: 'Dr U' }],
        managers: ['m'],
        catalogue: catalogueOf(key),
        days,
      }
      const cases = makeCases(new Random(`${today} ${practice.name}`), { ...made, cases: practice.cases }, clock)
      const asking = { brandId: 'b', id: 'p', key, name: practice.name, language, users: ['u'] }
      const hasRoundOn = (day: Day) => days.isWorkingDay(day) && days.isOpenDay(day)
      return { practice, days, cases, rides: rides(new Random(today), asking, clock, hasRoundOn), hasRoundOn }
    }),
  )
}

it('days that fit are counted over weekends and holidays, both ways', () => {
  const given = { deliveryDays: [1, 2, 3, 4, 5], openingDays: [1, 2, 3, 4, 5], absences: [] }
  const { isWorkingDay } = practiceDays({ ...given, holidays: holidaysAround('2026-12-25') })
  expect(daysFrom('2026-12-24', 1, isWorkingDay)).toBe('2026-12-28')
  expect(daysFrom('2026-12-27', -1, isWorkingDay)).toBe('2026-12-24')
  expect(daysFrom('2026-12-31', 2, isWorkingDay)).toBe('2027-01-05')
  expect(daysFrom('2026-12-27', 0, isWorkingDay)).toBe('2026-12-27')
  expect([onOrAfter, onOrBefore].map(find => find('2026-12-26', isWorkingDay))).toEqual(['2026-12-28', '2026-12-24'])
})

describe('the demonstration', () => {
  const times = ['00:05', '08:30', '12:30', '23:55']
  it.each(todays.map((today, index) => [today, times[index % times.length] ?? '12:30'] as const))(
    'contradicts no calendar on %s at %s',
    (today, time) => {
      for (const { practice, days, cases, ...pickups } of practicesOn(today, time)) {
        const wrong: string[] = []
        const expectOn = (what: string, day: Day | null, fits: (day: Day) => boolean) => {
          if (day !== null && !fits(day)) wrong.push(`${practice.name}: ${what} ${day}, weekday ${weekday(day)}`)
        }
        for (const { order, events, createdOn } of cases) {
          const { status, delivery_on, first_delivery_on, wished_on, appointment_at } = order as unknown as Order
          expectOn('delivery', delivery_on, days.isDeliveryDay)
          expectOn('first promise', first_delivery_on, days.isDeliveryDay)
          expectOn('appointment', appointment_at && dayInZone(appointment_at, zone), days.isOpenDay)
          expectOn('registered', createdOn, days.isOpenDay)
          if (done.includes(status)) expectOn('arrival', delivery_on, day => day < today)
          expectOn('wish', wished_on, day => createdOn < day && first_delivery_on !== null && day <= first_delivery_on)
          for (const { status: step, at } of events)
            if (!['registered', 'unknown', 'invoiced'].includes(String(step)))
              expectOn(String(step), dayInZone(String(at), zone), days.isWorkingDay)
        }
        for (const { day, shift } of pickups.rides) expectOn(`pickup ${shift}`, day, pickups.hasRoundOn)
        expect(wrong).toEqual([])
      }
    },
  )

  it.each(todays)(
    'is alive on %s: something comes with the next round, something is late, a driver is on his way',
    today => {
      for (const { practice, days, cases, ...pickups } of practicesOn(today, '12:30')) {
        if (practice.cases < 40) continue
        const open = cases.map(({ order }) => order as unknown as Order).filter(({ status }) => !done.includes(status))
        const nextRound = onOrAfter(today, days.isDeliveryDay)
        expect(open.filter(({ delivery_on }) => delivery_on === nextRound).length).toBeGreaterThanOrEqual(3)
        expect(open.some(({ delivery_on }) => delivery_on !== null && delivery_on < today)).toBe(true)
        expect(open.some(one => one.delivery_on !== one.first_delivery_on)).toBe(true)
        expect(pickups.rides.find(({ day }) => day > today)).toMatchObject({ status: 'confirmed' })
      }
    },
  )

  it('brings nothing today where the laboratory is closed today', () => {
    const sunday = practicesOn('2026-11-22', '12:00').flatMap(({ cases }) => cases)
    expect(sunday.filter(({ order }) => order.delivery_on === '2026-11-22')).toEqual([])
    expect(sunday.filter(({ order }) => order.delivery_on === '2026-11-23').length).toBeGreaterThan(3)
  })

  it('has rounds on days on which the practice is open', () => {
    for (const { deliveryDays, openingDays } of laboratories.flatMap(({ practices }) => practices))
      expect(deliveryDays.filter(day => !openingDays.includes(day))).toEqual([])
  })
})

describe('the delivery times', () => {
  type Section = { id: string; description?: string; name: string; headers: string[]; rows: string[][] }
  const sectionsOf = (key: string) => {
    const told = laboratories.find(laboratory => laboratory.key === key)?.deliveryTimeInformation
    const { content } = (typeof told === 'string' ? JSON.parse(told) : told) as {
      content: Record<string, { sections: Section[] }>
    }
    return Object.values(content).flatMap(({ sections }) => sections)
  }
  const roundsOf = (key: string) => sectionsOf(key).filter(({ id }) => id === 'rounds')

  it.each([
    ['email', ['8 h / 13 h', '8:00 / 13:00']],
    ['ivoire', ['8 h 30 / 12 h', '8:30 / 12:00']],
  ])('of %s close the asking when pickups do', (key, told) => {
    expect(roundsOf(key).map(({ rows }) => [...new Set(rows.map(row => row.at(-1)))])).toEqual(told.map(one => [one]))
  })

  it.each(['email', 'ivoire'])('of %s name no day on which no driver goes round', key => {
    for (const section of roundsOf(key)) expect(JSON.stringify(section)).not.toMatch(/samedi|dimanche|saturday|sunday/i)
  })

  it('say what the catalogue says', () => {
    const [french] = sectionsOf('email').filter(({ id }) => id === 'lead-times')
    expect(french?.rows).toContainEqual(['Couronne zircone monolithique', '5 jours', '6 jours'])
    expect(french?.rows).toContainEqual(['Réparation de prothèse amovible', '2 jours', '3 jours'])
    const leads = new Set([...catalogueOf('email').values()].map(({ leadDays }) => `${leadDays} jours`))
    expect(french?.rows.filter(row => !leads.has(row[1] ?? ''))).toEqual([])
  })
})
