import { describe, expect, it } from 'vitest'
import { dayInZone, formatDay, formatDays, formatDaysFromNow, formatNearDay, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { CaseRow } from '../contract.ts'
import { en } from '../text/en.ts'
import { fr } from '../text/fr.ts'
import { appointmentWords, deliveryWords } from './case-words.ts'

const today = '2026-11-21'
const zone = 'Europe/Paris'
const texts = { fr, en }

const formatIn = (language: Language): Parameters<typeof deliveryWords>[2] => ({
  zone,
  today: () => today,
  dayOf: instant => dayInZone(instant, zone),
  day: (day, look) => formatDay(day, language, look),
  days: (from, to) => formatDays(from, to, language),
  nearDay: day => formatNearDay(day, language, today),
  dayTime: instant =>
    `${formatNearDay(dayInZone(instant, zone), language, today)} ${formatTime(instant, language, zone)}`,
  time: instant => formatTime(instant, language, zone),
  daysFromNow: days => formatDaysFromNow(days, language),
  money: String,
})

const row = (changes: Partial<CaseRow>): CaseRow => ({
  id: 'id',
  code: 'T-1',
  patient: null,
  patientCode: 'P-1',
  prescriber: null,
  summary: '',
  status: 'in_production',
  printType: 'optical',
  wishedDate: null,
  deliveryDate: '2026-11-24',
  arrivedOn: null,
  delivery: { display: 'planned' },
  appointmentDate: null,
  delayDays: 0,
  hold: null,
  tracking: null,
  problem: null,
  createdAt: '2026-11-01T08:00:00Z',
  ...changes,
})
const delivery = (changes: Partial<CaseRow>, language: Language = 'fr') =>
  deliveryWords(row(changes), texts[language], formatIn(language))
const appointment = (changes: Partial<CaseRow>, language: Language = 'fr') =>
  appointmentWords(row({ appointmentDate: '2026-11-25T13:00:00Z', ...changes }), texts[language], formatIn(language))

describe('delivery', () => {
  it('says the day and how sure it is', () => {
    expect(delivery({})).toEqual({ fact: 'mar. 24 nov.', meaning: 'prévue' })
    expect(delivery({ delivery: { display: 'estimated' } }, 'en')).toEqual({ fact: 'Tue 24 Nov', meaning: 'estimated' })
    expect(delivery({ delivery: { display: 'estimated' }, deliveryDate: null })).toEqual({ meaning: 'date à venir' })
    expect(delivery({ delivery: { display: 'today' }, deliveryDate: today })).toEqual({
      fact: 'Aujourd’hui',
      meaning: 'prévue',
    })
  })

  it('says who brings it once it has left', () => {
    const tracking = { carrier: 'Colissimo' }
    expect(delivery({ status: 'shipped', tracking }).meaning).toBe('prévue · Colissimo')
    expect(delivery({ status: 'shipped', tracking: { ...tracking, number: '6A 1234' } }).meaning).toBe(
      'prévue · Colissimo 6A 1234',
    )
    expect(delivery({ tracking }).meaning).toBe('prévue')
    expect(delivery({ status: 'shipped', tracking, delivery: { display: 'today' }, deliveryDate: today })).toEqual({
      fact: 'Aujourd’hui',
      meaning: 'Colissimo',
    })
    const gone = { delivery: { display: 'estimated' }, deliveryDate: '2026-11-19' } as const
    expect(delivery({ status: 'shipped', tracking, ...gone })).toEqual({
      fact: 'jeu. 19 nov.',
      meaning: 'expédiée, arrivée non confirmée · Colissimo',
    })
    const late = { delivery: { display: 'delayed', newDate: '2026-11-26', firstDate: '2026-11-23' } } as const
    expect(delivery({ status: 'shipped', tracking: { ...tracking, number: '6A 1234' }, ...late }).meaning).toBe(
      'initialement le 23 nov. · Colissimo 6A 1234',
    )
    expect(delivery({ tracking, ...late }).meaning).toBe('initialement le 23 nov.')
  })

  it('says what was first promised when it is late', () => {
    const moved = {
      delivery: { display: 'delayed', newDate: '2026-11-26', firstDate: '2026-11-23' },
      deliveryDate: '2026-11-26',
      delayDays: 3,
    } as const
    expect(delivery(moved)).toEqual({
      fact: 'Retardé · 26 nov.',
      meaning: 'initialement le 23 nov.',
      tone: 'late',
    })
    expect(delivery({ ...moved, appointmentDate: '2026-11-25T13:00:00Z' }, 'en')).toEqual({
      fact: 'Delayed · 26 Nov, after the appointment',
      meaning: 'first planned for 23 Nov',
      tone: 'late',
    })
    const missed = { delivery: { display: 'delayed', firstDate: '2026-11-20' }, deliveryDate: '2026-11-20' } as const
    expect(delivery({ ...missed, delayDays: 1 })).toEqual({
      fact: 'Retardé · sous 24\u00a0h',
      meaning: 'initialement le 20 nov.',
      tone: 'late',
    })
    const second = { delivery: { display: 'today', firstDate: '2026-11-19' }, deliveryDate: today } as const
    expect(delivery({ ...second, delayDays: 2 })).toEqual({
      fact: 'Retardé · aujourd’hui',
      meaning: 'initialement le 19 nov.',
      tone: 'late',
    })
  })

  it('says that the laboratory waits, and with the day whose doing it is', () => {
    const hold = { reason: 'technical_response', question: 'Quelle teinte ?' } as const
    const late = { deliveryDate: '2026-11-20', delivery: { display: 'delayed', firstDate: '2026-11-20' } } as const
    expect(delivery({ status: 'on_hold', hold, ...late })).toEqual({
      fact: 'Retardé · sous 24\u00a0h',
      meaning: 'Le laboratoire vous pose une question',
      tone: 'warn',
    })
    expect(delivery({ status: 'on_hold', hold: { ...hold, answer: 'go_ahead' }, ...late })).toEqual({
      fact: 'Retardé · sous 24\u00a0h',
      meaning: 'Vous avez répondu',
    })
    expect(delivery({ status: 'on_hold', hold: { reason: 'implant_parts' } }, 'en')).toEqual({
      fact: 'Tue 24 Nov, planned',
      meaning: 'waiting for implant parts',
      tone: 'warn',
    })
  })

  it('says when it came', () => {
    expect(delivery({ status: 'delivered', delivery: null })).toEqual({ fact: 'mar. 24 nov.', meaning: 'livrée' })
    expect(delivery({ status: 'invoiced', delivery: null, delayDays: 2 }).meaning).toBe('2\u00a0jours de retard')
    expect(delivery({ status: 'invoiced', delivery: null, delayDays: 1 }, 'en').meaning).toBe('1 day late')
    expect(delivery({ status: 'cancelled', delivery: null })).toEqual({})
    expect(delivery({ status: 'delivered', delivery: null, deliveryDate: null })).toEqual({})
    expect(delivery({ status: 'invoiced', delivery: null, deliveryDate: '2026-03-02' }).fact).toBe('2 mars 2026')
  })
})

describe('appointment', () => {
  it('says whether the work will be there', () => {
    expect(appointment({})).toEqual({ fact: 'mer. 25 nov. 14:00', meaning: 'prêt la veille', tone: 'ok' })
    expect(appointment({ deliveryDate: '2026-11-21' }, 'en')).toEqual({
      fact: 'Wed 25 Nov 14:00',
      meaning: 'ready 4 days before',
      tone: 'ok',
    })
    expect(appointment({ deliveryDate: '2026-11-25' })).toMatchObject({ meaning: 'le jour même', tone: 'warn' })
    expect(appointment({ deliveryDate: '2026-11-27' })).toMatchObject({
      meaning: '2\u00a0jours trop tard',
      tone: 'late',
    })
  })

  it('is on the day that it is in the laboratory', () => {
    expect(appointment({ appointmentDate: '2026-11-24T23:30:00Z' })).toMatchObject({
      fact: 'mer. 25 nov. 00:30',
      meaning: 'prêt la veille',
    })
  })

  it('says that a case on hold comes too late, and never that it will be ready', () => {
    const moved = { deliveryDate: '2026-12-07', delivery: { display: 'planned', moved: 'absence' } } as const
    const appointmentDate = '2026-11-30T13:00:00Z'
    expect(appointment({ status: 'on_hold', appointmentDate, ...moved })).toMatchObject({
      meaning: '7\u00a0jours trop tard',
      tone: 'late',
    })
    expect(appointment({ status: 'on_hold', deliveryDate: '2026-11-25' })).toMatchObject({
      meaning: 'le jour même',
      tone: 'warn',
    })
    expect(appointment({ status: 'on_hold', deliveryDate: null })).toMatchObject({ meaning: 'dans 4 jours' })
  })

  it('never promises a day for which the impression leaves too late, and says still that it comes after the patient', () => {
    const lost = (deliveryDate: string) =>
      appointmentWords(
        { ...row({ appointmentDate: '2026-11-25T13:00:00Z', deliveryDate }), isDayLost: true },
        fr,
        formatIn('fr'),
      )
    for (const day of ['2026-11-24', '2026-11-25'])
      expect(lost(day)).toEqual({ fact: 'mer. 25 nov. 14:00', meaning: 'dans 4 jours' })
    expect(lost('2026-11-26')).toMatchObject({ meaning: '1\u00a0jour trop tard', tone: 'late' })
  })

  it('says only how far away it is where no delivery can be counted on', () => {
    expect(appointment({ status: 'on_hold' })).toEqual({ fact: 'mer. 25 nov. 14:00', meaning: 'dans 4 jours' })
    const missed = { display: 'delayed', firstDate: '2026-11-20' } as const
    expect(appointment({ delivery: missed, deliveryDate: '2026-11-20' })).toMatchObject({ meaning: 'dans 4 jours' })
    expect(appointment({ status: 'delivered', delivery: null, appointmentDate: '2026-11-02T08:00:00Z' })).toEqual({
      fact: 'lun. 2 nov. 09:00',
    })
    expect(appointment({ appointmentDate: null })).toEqual({})
  })
})
