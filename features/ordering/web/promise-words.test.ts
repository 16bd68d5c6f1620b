import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutReasons } from '#features/catalogue/rules.ts'
import { addDays, daysBetween, formatDay, formatDays, formatNearDay } from '#kit/day.ts'
import { promiseOf } from '../promise.ts'
import { en } from '../text/new-case-en.ts'
import { fr } from '../text/new-case-fr.ts'
import { stepWords } from './promise-steps.ts'
import { closedWords, verdictWords, wishWords } from './promise-words.ts'

/** A Saturday. */
const today = '2026-11-21'
const formatIn = (language: 'fr' | 'en') => ({
  day: (day: string, look?: Parameters<typeof formatDay>[2]) => formatDay(day, language, look),
  days: (from: string, to: string) => formatDays(from, to, language),
  nearDay: (day: string) => formatNearDay(day, language, today),
})
const calendar = {
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-12-25', name: 'Noël' }],
  deliveryDays: [2, 5],
  openingDays: [1, 2, 3, 4, 5],
  absences: [{ from: '2026-12-28', to: '2027-01-01', deliveryPossible: false }],
  physicalTransportDays: 1,
  appointmentBufferDays: 1,
}
const promise = (changes: Partial<Parameters<typeof promiseOf>[0]> = {}) => {
  const found = promiseOf({ today, products: [{ leadDays: 5 }], printType: 'optical', calendar, ...changes })
  if (!found) throw new Error('no promise')
  return found
}
const verdict = (changes: Partial<Parameters<typeof promiseOf>[0]>) =>
  verdictWords(promise(changes), changes.wishedOn, calendar.appointmentBufferDays, fr.promise)

describe('the verdict', () => {
  it('is silent where nobody waits for the day', () => {
    expect(verdict({})).toBeUndefined()
  })
  it('counts the days to the appointment as the case will', () => {
    const { deliveryDate } = promise()
    expect(verdict({ appointmentOn: addDays(deliveryDate, 1) })).toEqual({
      words: 'prêt la veille du rendez-vous',
      tone: 'ok',
    })
    expect(verdict({ appointmentOn: addDays(deliveryDate, 4) })?.words).toBe('prêt 4 jours avant le rendez-vous')
    expect(verdict({ appointmentOn: addDays(deliveryDate, -2) })).toEqual({
      words: '2 jours trop tard pour le rendez-vous',
      tone: 'late',
    })
  })
  it('warns where it is on the very day', () => {
    expect(verdict({ appointmentOn: promise().deliveryDate })).toEqual({
      words: 'le jour même du rendez-vous',
      tone: 'warn',
      advice: 'Le laboratoire prévoit 1 jour entre la livraison et le rendez-vous.',
    })
  })
  it('says a wished day that is missed beside an appointment that is kept', () => {
    const { deliveryDate } = promise()
    const [wishedOn, appointmentOn] = [addDays(deliveryDate, -3), addDays(deliveryDate, 4)]
    expect(verdict({ wishedOn, appointmentOn })).toEqual({
      words: 'prêt 4 jours avant le rendez-vous, 3 jours après la date souhaitée',
      tone: 'warn',
    })
    expect(verdict({ wishedOn: deliveryDate, appointmentOn })).toMatchObject({ tone: 'ok' })
  })
  it('speaks of the day that was wished', () => {
    const { deliveryDate } = promise()
    expect(verdict({ wishedOn: deliveryDate })).toEqual({ words: 'à la date souhaitée', tone: 'ok' })
    expect(verdict({ wishedOn: addDays(deliveryDate, -1) })).toEqual({
      words: '1 jour après la date souhaitée',
      tone: 'late',
    })
  })
})

describe('an appointment on a day without patients', () => {
  it('is noted in both languages, on those weekdays alone', () => {
    const noted = (day: string | undefined, openingDays = calendar.openingDays) =>
      closedWords(day, { openingDays }, fr.dates, formatIn('fr'))
    expect(noted('2026-12-06')).toBe('Votre cabinet est fermé le dimanche.')
    expect(closedWords('2026-12-06', calendar, en.dates, formatIn('en'))).toBe('Your practice is closed on Sundays.')
    expect(noted('2026-12-05')).toBe('Votre cabinet est fermé le samedi.')
    expect(noted('2026-12-05', [1, 2, 3, 4, 5, 6])).toBeUndefined()
    expect(noted('2026-12-04')).toBeUndefined()
    expect(noted(undefined)).toBeUndefined()
  })
})

describe('a wished day that makes the work late', () => {
  const said = (wishedOn: string, appointmentOn: string, { promise: t } = fr) =>
    wishWords(promise({ wishedOn, appointmentOn }), wishedOn, t)
  // The first possible day is Friday 27 November.
  it('is what is to change, in both languages', () => {
    expect(said('2026-12-08', '2026-12-07')).toBe('La date souhaitée vient après le rendez-vous.')
    expect(said('2026-12-08', '2026-12-07', en)).toBe('The wished date comes after the appointment.')
    expect(said('2026-12-08', '2026-12-08')).toBe('La date souhaitée est trop proche du rendez-vous.')
    // The wished day has no round, so it moves to after the appointment.
    expect(said('2026-12-05', '2026-12-07')).toBe('La date souhaitée est trop proche du rendez-vous.')
  })
  it('is not to change where another would not help', () => {
    expect(said('2026-11-26', '2026-11-26')).toBeUndefined()
    expect(said('2026-12-04', '2026-12-07')).toBeUndefined()
  })
})

describe('the reasons', () => {
  it('are told step by step, in both languages', () => {
    const late = promise({ printType: 'physical', products: [{ leadDays: 22 }] })
    expect(stepWords(late, calendar, fr.promise, formatIn('fr')).map(({ words }) => words.replace(/\s/g, ' '))).toEqual(
      [
        'Acheminement de l’empreinte',
        '22 jours ouvrés au laboratoire',
        'Laboratoire fermé : jours de repos',
        'Fermé le 25 déc. : Noël',
        'Vos jours de livraison : mardi et vendredi',
        'Cabinet absent : 28 déc. 2026 – 1er janv. 2027',
      ],
    )
    expect(stepWords(late, calendar, en.promise, formatIn('en')).map(({ words }) => words)).toContain(
      'Your delivery days: Tuesday and Friday',
    )
  })

  it('give whoever may not see absences no reason', () => {
    const opaque = withoutReasons({ ...calendar, holidays: [] }, today)
    const found = promise({ products: [{ leadDays: 21 }], calendar: opaque })
    const lines = stepWords(found, opaque, fr.promise, formatIn('fr'))
    expect(lines.map(({ words }) => words)).toEqual([
      '21 jours ouvrés au laboratoire',
      'Laboratoire fermé\u00a0: jours de repos',
      'Pas de tournée',
    ])
  })

  it('add up to the day, whatever the calendar', () => {
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })
    const day = fc.integer({ min: 0, max: 90 }).map(days => addDays(today, days))
    fc.assert(
      fc.property(
        fc.record({
          workingDays: weekdays,
          deliveryDays: weekdays,
          holidays: fc.uniqueArray(fc.record({ day, name: fc.constant('Fermé') }), {
            selector: one => one.day,
            maxLength: 9,
          }),
          lead: fc.integer({ min: 0, max: 30 }),
        }),
        ({ lead, ...rest }) => {
          const changed = { ...calendar, absences: [], ...rest }
          const found = promiseOf({ today, products: [{ leadDays: lead }], printType: 'physical', calendar: changed })
          if (!found) return
          const lines = stepWords(found, changed, fr.promise, formatIn('fr'))
          expect(lines.reduce((sum, { days }) => sum + days, 0)).toBe(daysBetween(today, found.deliveryDate))
          expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
        },
      ),
    )
  })
})
