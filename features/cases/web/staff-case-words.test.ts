import { expect, it } from 'vitest'
import { dayInZone, formatDay, formatDays, formatDaysFromNow, formatNearDay, formatTime } from '#kit/day.ts'
import type { StaffCaseRow } from '../staff-contract.ts'
import { en } from '../text/staff-en.ts'
import { fr } from '../text/staff-fr.ts'
import { arrivingWords, comingWords } from './staff-case-words.ts'

const today = '2026-11-21'
const zone = 'Europe/Paris'
const format: Parameters<typeof arrivingWords>[2] = {
  zone,
  today: () => today,
  dayOf: instant => dayInZone(instant, zone),
  day: (day, look) => formatDay(day, 'fr', look),
  days: (from, to) => formatDays(from, to, 'fr'),
  nearDay: day => formatNearDay(day, 'fr', today),
  dayTime: instant => `${formatNearDay(dayInZone(instant, zone), 'fr', today)} ${formatTime(instant, 'fr', zone)}`,
  time: instant => formatTime(instant, 'fr', zone),
  daysFromNow: days => formatDaysFromNow(days, 'fr'),
  money: String,
}
const practice = { id: 'id', name: 'Cabinet Aube' }
const arriving = (changes: Partial<StaffCaseRow>, words: typeof en = fr) =>
  arrivingWords(
    {
      id: 'id',
      code: 'T-1',
      patient: null,
      patientCode: 'P-1',
      prescriber: null,
      summary: '',
      status: 'delivered',
      printType: 'optical',
      wishedDate: null,
      deliveryDate: '2026-11-24',
      arrivedOn: null,
      delivery: null,
      appointmentDate: null,
      delayDays: 0,
      hold: null,
      tracking: null,
      problem: null,
      createdAt: '2026-11-01T08:00:00Z',
      practice,
      technician: null,
      held: null,
      heldFrom: null,
      isAsked: false,
      leftOn: null,
      ...changes,
    },
    words,
    format,
  )

it('what is on its way has the day of its arrival, and since when it is; what has come is delivered, on the day it came', () => {
  const leftOn = '2026-11-19'
  const arrivedOn = '2026-11-20'
  expect(arriving({ status: 'shipped', leftOn })).toEqual({ fact: 'mar. 24 nov.', meaning: 'parti jeu. 19 nov.' })
  expect(arriving({ status: 'shipped', leftOn: null }, en)).toMatchObject({ meaning: 'has left' })
  expect(arriving({ status: 'shipped', leftOn, deliveryDate: null })).toEqual({ meaning: 'parti jeu. 19 nov.' })
  for (const status of ['delivered', 'invoiced'] as const) {
    expect(arriving({ status, leftOn, arrivedOn })).toMatchObject({ meaning: 'livré' })
    expect(arriving({ status, leftOn, arrivedOn }, en)).toMatchObject({ meaning: 'delivered' })
    expect(arriving({ status, arrivedOn: '2026-11-18' })).toEqual({ fact: 'mer. 18 nov.', meaning: 'livré' })
  }
})

it('of what came and nobody has noted when, it is the day on which it left, or was promised', () => {
  expect(arriving({ leftOn: '2026-11-19' })).toEqual({ fact: 'jeu. 19 nov.', meaning: 'parti' })
  expect(arriving({})).toEqual({ fact: 'mar. 24 nov.', meaning: 'livré' })
})

it('where the patient comes before or after the work is said, and that it is still here once its day is over', () => {
  const coming = (changes: Partial<Pick<StaffCaseRow, 'appointmentDate' | 'deliveryDate' | 'status'>>, words = fr) =>
    comingWords(
      { status: 'in_production', deliveryDate: '2026-11-24', appointmentDate: '2026-11-25T08:30:00Z', ...changes },
      words,
      format,
    )
  expect(coming({})).toMatchObject({ meaning: '1 jour avant' })
  expect(coming({}).tone).toBeUndefined()
  expect(coming({ deliveryDate: '2026-11-25' })).toMatchObject({ tone: 'warn' })
  expect(coming({ deliveryDate: '2026-11-27' })).toMatchObject({ tone: 'late' })
  const overdue = { deliveryDate: '2026-11-19', appointmentDate: '2026-11-22T08:30:00Z' }
  expect(coming(overdue)).toMatchObject({ meaning: 'encore ici, 1 jour avant', tone: 'late' })
  expect(coming(overdue, en)).toMatchObject({ meaning: 'still here, 1 day before' })
  expect(coming({ ...overdue, status: 'shipped' })).toEqual({ fact: expect.any(String) })
})
