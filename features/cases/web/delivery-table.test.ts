import { describe, expect, it } from 'vitest'
import { dayInZone, formatDay, formatDays, formatDaysFromNow, formatNearDay, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { CaseStatus } from '../contract.ts'
import { delayDaysOf, deliveryOf, type Promised } from '../rules.ts'
import { en } from '../text/en.ts'
import { fr } from '../text/fr.ts'
import { deliveryWords, plannedWords } from './case-words.ts'

const today = '2026-11-21'
const zone = 'Europe/Paris'
const texts = { fr, en }

/** Each relation of a delivery day to today, to the promise and to absences of the practice. */
const dates = {
  'no day yet': {},
  'a computed day': { deliveryDate: '2026-11-25', isDeliveryConfirmed: false },
  'a promised day': { deliveryDate: '2026-11-25' },
  today: { deliveryDate: today },
  'a day gone by': { deliveryDate: '2026-11-19' },
  'put off': { deliveryDate: '2026-11-25', firstDeliveryOn: '2026-11-23' },
  'put off to today': { deliveryDate: today, firstDeliveryOn: '2026-11-17' },
  'put off, gone by': { deliveryDate: '2026-11-19', firstDeliveryOn: '2026-11-17' },
  'moved by an absence': { deliveryDate: '2026-11-25', firstDeliveryOn: '2026-11-23', movedFromOn: '2026-11-23' },
  'moved to today': { deliveryDate: today, firstDeliveryOn: '2026-11-17', movedFromOn: '2026-11-17' },
  'moved, gone by': { deliveryDate: '2026-11-19', firstDeliveryOn: '2026-11-17', movedFromOn: '2026-11-17' },
  'moved, then put off': { deliveryDate: '2026-11-26', firstDeliveryOn: '2026-11-23', excusedOn: '2026-11-25' },
  'put off, then moved': { deliveryDate: '2026-12-07', firstDeliveryOn: '2026-11-23', movedFromOn: '2026-11-24' },
  'put off, then moved to today': { deliveryDate: today, firstDeliveryOn: '2026-11-17', movedFromOn: '2026-11-18' },
  'put off, then moved, gone by': {
    deliveryDate: '2026-11-19',
    firstDeliveryOn: '2026-11-17',
    movedFromOn: '2026-11-18',
  },
  'brought forward': { deliveryDate: '2026-11-25', firstDeliveryOn: '2026-11-27' },
  'brought forward to today': { deliveryDate: today, firstDeliveryOn: '2026-11-27' },
  'brought forward, gone by': { deliveryDate: '2026-11-19', firstDeliveryOn: '2026-11-27' },
  'computed for today': { deliveryDate: today, isDeliveryConfirmed: false },
  'computed, gone by': { deliveryDate: '2026-11-19', isDeliveryConfirmed: false },
  'computed, put off': { deliveryDate: '2026-11-25', firstDeliveryOn: '2026-11-23', isDeliveryConfirmed: false },
  'computed, brought forward': {
    deliveryDate: '2026-11-25',
    firstDeliveryOn: '2026-11-27',
    isDeliveryConfirmed: false,
  },
} satisfies Record<string, Partial<Promised>>
type Situation = keyof typeof dates

function promisedAs(status: CaseStatus, situation: Situation): Promised {
  const given: Partial<Promised> = dates[situation]
  return {
    status,
    deliveryDate: null,
    firstDeliveryOn: given.deliveryDate ?? null,
    isDeliveryConfirmed: given.deliveryDate !== undefined,
    movedFromOn: null,
    excusedOn: null,
    ...given,
  }
}

const formatOf = (language: Language): Parameters<typeof deliveryWords>[2] => ({
  zone,
  today: () => today,
  dayOf: instant => dayInZone(instant, zone),
  day: (day, look) => formatDay(day, language, look),
  days: (from, to) => formatDays(from, to, language),
  nearDay: day => formatNearDay(day, language, today),
  dayTime: instant => formatTime(instant, language, zone),
  time: instant => formatTime(instant, language, zone),
  daysFromNow: days => formatDaysFromNow(days, language),
  money: String,
})

/** As the planning shows it on its patient's day, or on a delivery day. */
function planned(situation: Situation, on?: string, appointmentDate: string | null = null): string {
  const promised = promisedAs('in_production', situation)
  const delivery = deliveryOf(promised, today, { maySeeAbsences: true })
  const row = { delivery, deliveryDate: promised.deliveryDate, appointmentDate }
  const { fact, meaning } = plannedWords(row, on, fr, formatOf('fr'))
  return [fact, meaning].filter(Boolean).join(' | ').replace(/\s/g, ' ')
}

/** "Retardé · sous 24 h | initialement le 19 nov." */
function told(
  status: CaseStatus,
  situation: Situation,
  language: Language = 'fr',
  maySeeAbsences = true,
  arrivedOn: string | null = null,
): string {
  const promised = promisedAs(status, situation)
  const words = deliveryWords(
    {
      id: 'id',
      code: 'T-1',
      patient: null,
      patientCode: 'P-1',
      prescriber: null,
      summary: '',
      status,
      printType: 'optical',
      wishedDate: null,
      deliveryDate: promised.deliveryDate,
      arrivedOn,
      delivery: deliveryOf(promised, today, { maySeeAbsences }),
      appointmentDate: null,
      delayDays: delayDaysOf({ ...promised, arrivedOn }, today),
      hold: status === 'on_hold' ? { reason: 'other' } : null,
      tracking: null,
      problem: null,
      createdAt: '2026-11-01T08:00:00Z',
    },
    texts[language],
    formatOf(language),
  )
  return [words.fact ?? '—', words.meaning ?? '—', ...(words.tone ? [words.tone] : [])].join(' | ').replace(/\s/g, ' ')
}

const atLaboratory: Record<Situation, string> = {
  'no day yet': '— | date à venir',
  'a computed day': 'mer. 25 nov. | estimée',
  'a promised day': 'mer. 25 nov. | prévue',
  today: 'Aujourd’hui | prévue',
  'a day gone by': 'Retardé · sous 24 h | initialement le 19 nov. | late',
  'put off': 'Retardé · 25 nov. | initialement le 23 nov. | late',
  'put off to today': 'Retardé · aujourd’hui | initialement le 17 nov. | late',
  'put off, gone by': 'Retardé · sous 24 h | initialement le 17 nov. | late',
  'moved by an absence': 'mer. 25 nov. | prévue · déplacée : votre absence',
  'moved to today': 'Aujourd’hui | déplacée : votre absence',
  'moved, gone by': 'Retardé · sous 24 h | initialement le 19 nov. | late',
  'moved, then put off': 'Retardé · 26 nov. | initialement le 25 nov. | late',
  'put off, then moved': 'Retardé · 7 déc. | retardée au 24 nov., puis déplacée : votre absence | late',
  'put off, then moved to today': 'Retardé · aujourd’hui | retardée au 18 nov., puis déplacée : votre absence | late',
  'put off, then moved, gone by': 'Retardé · sous 24 h | initialement le 17 nov. | late',
  'brought forward': 'mer. 25 nov. | prévue',
  'brought forward to today': 'Aujourd’hui | prévue',
  'brought forward, gone by': 'Retardé · sous 24 h | initialement le 19 nov. | late',
  'computed for today': 'Aujourd’hui | estimée',
  'computed, gone by': 'Retardé · sous 24 h | initialement le 19 nov. | late',
  'computed, put off': 'Retardé · 25 nov. | initialement le 23 nov. | late',
  'computed, brought forward': 'mer. 25 nov. | estimée',
}
const onItsWay: Record<Situation, string> = {
  ...atLaboratory,
  'a day gone by': 'jeu. 19 nov. | expédiée, arrivée non confirmée',
  'put off, gone by': 'jeu. 19 nov. | expédiée, arrivée non confirmée',
  'moved, gone by': 'jeu. 19 nov. | expédiée, arrivée non confirmée',
  'put off, then moved, gone by': 'jeu. 19 nov. | expédiée, arrivée non confirmée',
  'brought forward, gone by': 'jeu. 19 nov. | expédiée, arrivée non confirmée',
  'computed, gone by': 'jeu. 19 nov. | expédiée, arrivée non confirmée',
}
const onHold: Record<Situation, string> = {
  'no day yet': '— | mis en attente | warn',
  'a computed day': 'mer. 25 nov., estimée | mis en attente | warn',
  'a promised day': 'mer. 25 nov., prévue | mis en attente | warn',
  today: 'Aujourd’hui | mis en attente | warn',
  'a day gone by': 'Retardé · sous 24 h | mis en attente | warn',
  'put off': 'Retardé · 25 nov. | mis en attente | warn',
  'put off to today': 'Retardé · aujourd’hui | mis en attente | warn',
  'put off, gone by': 'Retardé · sous 24 h | mis en attente | warn',
  'moved by an absence': 'mer. 25 nov., prévue, déplacée : votre absence | mis en attente | warn',
  'moved to today': 'Aujourd’hui, déplacée : votre absence | mis en attente | warn',
  'moved, gone by': 'Retardé · sous 24 h | mis en attente | warn',
  'moved, then put off': 'Retardé · 26 nov. | mis en attente | warn',
  'put off, then moved': 'Retardé · 7 déc., retardée au 24 nov., puis déplacée : votre absence | mis en attente | warn',
  'put off, then moved to today':
    'Retardé · aujourd’hui, retardée au 18 nov., puis déplacée : votre absence | mis en attente | warn',
  'put off, then moved, gone by': 'Retardé · sous 24 h | mis en attente | warn',
  'brought forward': 'mer. 25 nov., prévue | mis en attente | warn',
  'brought forward to today': 'Aujourd’hui | mis en attente | warn',
  'brought forward, gone by': 'Retardé · sous 24 h | mis en attente | warn',
  'computed for today': 'Aujourd’hui | mis en attente | warn',
  'computed, gone by': 'Retardé · sous 24 h | mis en attente | warn',
  'computed, put off': 'Retardé · 25 nov. | mis en attente | warn',
  'computed, brought forward': 'mer. 25 nov., estimée | mis en attente | warn',
}
const arrived: Record<Situation, string> = {
  'no day yet': '— | —',
  'a computed day': 'mer. 25 nov. | livrée',
  'a promised day': 'mer. 25 nov. | livrée',
  today: 'sam. 21 nov. | livrée',
  'a day gone by': 'jeu. 19 nov. | livrée',
  'put off': 'mer. 25 nov. | 2 jours de retard',
  'put off to today': 'sam. 21 nov. | 4 jours de retard',
  'put off, gone by': 'jeu. 19 nov. | 2 jours de retard',
  'moved by an absence': 'mer. 25 nov. | livrée',
  'moved to today': 'sam. 21 nov. | livrée',
  'moved, gone by': 'jeu. 19 nov. | livrée',
  'moved, then put off': 'jeu. 26 nov. | 1 jour de retard',
  'put off, then moved': 'lun. 7 déc. | 1 jour de retard',
  'put off, then moved to today': 'sam. 21 nov. | 1 jour de retard',
  'put off, then moved, gone by': 'jeu. 19 nov. | 1 jour de retard',
  'brought forward': 'mer. 25 nov. | livrée',
  'brought forward to today': 'sam. 21 nov. | livrée',
  'brought forward, gone by': 'jeu. 19 nov. | livrée',
  'computed for today': 'sam. 21 nov. | livrée',
  'computed, gone by': 'jeu. 19 nov. | livrée',
  'computed, put off': 'mer. 25 nov. | 2 jours de retard',
  'computed, brought forward': 'mer. 25 nov. | livrée',
}
const situations = Object.keys(dates) as Situation[]
const nothing = Object.fromEntries(situations.map(situation => [situation, '— | —']))

const table: Record<CaseStatus, Record<string, string>> = {
  registered: atLaboratory,
  in_preparation: atLaboratory,
  in_production: atLaboratory,
  unknown: atLaboratory,
  on_hold: onHold,
  shipped: onItsWay,
  delivered: arrived,
  invoiced: arrived,
  cancelled: nothing,
}

describe('what is said of a delivery', () => {
  it.each(CaseStatus.options)('covers every day of a case that is %s', status => {
    expect(Object.fromEntries(situations.map(situation => [situation, told(status, situation)]))).toEqual(table[status])
  })

  // The specification calls late what is past its day and has not left, and a delay shows a new day or "within 24 h". The
  // practice was shown the computed day when it ordered, and planned with it like a confirmed one.
  it('says of a computed day gone by what it says of a confirmed one', () => {
    for (const status of CaseStatus.options)
      expect(told(status, 'computed, gone by'), status).toBe(told(status, 'a day gone by'))
  })

  it('is the day on which it came, once somebody has noted that, and only the delay that is left', () => {
    const came = (situation: Situation, day: string) => told('delivered', situation, 'fr', true, day)
    expect(came('a promised day', '2026-11-20')).toBe('ven. 20 nov. | livrée')
    expect(came('no day yet', '2026-11-20')).toBe('ven. 20 nov. | livrée')
    expect(came('put off', '2026-11-24')).toBe('mar. 24 nov. | 1 jour de retard')
    expect(came('put off', '2026-11-20')).toBe('ven. 20 nov. | livrée')
    // It may have arrived on its day and been recorded later.
    expect(came('a day gone by', '2026-11-21')).toBe('sam. 21 nov. | livrée')
    expect(came('put off, gone by', '2026-11-20')).toBe('ven. 20 nov. | 2 jours de retard')
  })

  it('is the same in English', () => {
    expect(told('in_production', 'a day gone by', 'en')).toBe('Delayed · within 24 h | first planned for 19 Nov | late')
    expect(told('shipped', 'a day gone by', 'en')).toBe('Thu 19 Nov | shipped, arrival not confirmed')
    expect(told('on_hold', 'put off', 'en')).toBe('Delayed · 25 Nov | put on hold | warn')
    expect(told('registered', 'moved by an absence', 'en')).toBe('Wed 25 Nov | planned · moved: your absence')
    expect(told('registered', 'put off, then moved', 'en')).toBe(
      'Delayed · 7 Dec | delayed to 24 Nov, then moved: your absence | late',
    )
  })

  it('names no absence to whoever may not see any, and is the same otherwise', () => {
    for (const status of CaseStatus.options)
      for (const situation of situations)
        expect(told(status, situation, 'fr', false)).toBe(
          table[status][situation]?.replace('déplacée : votre absence', 'déplacée'),
        )
  })
})

describe('in the planning', () => {
  it('a delayed case shows its new day, or within 24 hours, wherever that day is not its own column', () => {
    expect(planned('put off')).toBe('Retardé · 25 nov. | initialement le 23 nov.')
    expect(planned('a day gone by')).toBe('Retardé · sous 24 h | initialement le 19 nov.')
    expect(planned('a day gone by', today)).toBe('Retardé · sous 24 h | initialement le 19 nov.')
    expect(planned('put off', '2026-11-25')).toBe('Retardé | initialement le 23 nov.')
    expect(planned('a promised day', '2026-11-25')).toBe('')
    expect(planned('moved by an absence')).toBe('déplacée : votre absence')
  })

  it('says of what comes after its patient that it does, and not of what comes before', () => {
    const [before, after] = ['2026-11-24T13:00:00Z', '2026-11-26T13:00:00Z']
    expect(planned('put off', undefined, before)).toBe(
      'Retardé · 25 nov., après le rendez-vous | initialement le 23 nov.',
    )
    expect(planned('put off', '2026-11-25', before)).toBe('Retardé, après le rendez-vous | initialement le 23 nov.')
    expect(planned('put off', undefined, after)).toBe('Retardé · 25 nov. | initialement le 23 nov.')
    expect(planned('a day gone by', undefined, '2026-11-21T13:00:00Z')).toBe(
      'Retardé · sous 24 h, après le rendez-vous | initialement le 19 nov.',
    )
  })
})
