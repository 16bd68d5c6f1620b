import type { Shift } from '#features/rides/contract.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import type { Absence } from '../contract.ts'
import type { Period } from '../rules.ts'
import { absencesText } from './text.ts'

const looks = {
  day: { day: 'numeric' },
  month: { day: 'numeric', month: 'long' },
  year: { day: 'numeric', month: 'long', year: 'numeric' },
} as const

function words(day: Day, look: keyof typeof looks, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { ...looks[look], timeZone: 'UTC' })
  // French uses the ordinal for the first of the month.
  return format.format(new Date(`${day}T00:00:00Z`)).replace(/^1(?!\d)/, language === 'fr' ? '1er' : '1')
}

const halves: Record<Language, Record<Shift, string>> = {
  fr: { AM: 'matin', PM: 'après-midi' },
  en: { AM: 'morning', PM: 'afternoon' },
}

/** " (matin)" for a partial day. */
function halfOf(day: Day, { from, to, fromShift, toShift }: Period, language: Language): string {
  if (day === from && fromShift === 'PM') return ` (${halves[language].PM})`
  return day === to && toShift === 'AM' ? ` (${halves[language].AM})` : ''
}

/**
 * The ends of a period for use in a sentence, without repetition, and with the year only when it is not the current one. "3"
 * and "5 mars"; "30 novembre" and "2 décembre (matin)"; only the first for a single day.
 */
export function periodWords(period: Period, today: Day, language: Language): [from: string, to?: string] {
  const { from, to } = period
  const isThisYear = [from, to].every(day => day.slice(0, 4) === today.slice(0, 4))
  const whole = isThisYear ? 'month' : 'year'
  const end = `${words(to, whole, language)}${halfOf(to, period, language)}`
  if (from === to) return [end]
  const shared = from.slice(0, 7) === to.slice(0, 7) ? 'day' : from.slice(0, 4) === to.slice(0, 4) ? 'month' : 'year'
  return [`${words(from, shared, language)}${halfOf(from, period, language)}`, end]
}

/** In the reader's language, relative to the laboratory's today. */
export function usePeriodWords() {
  const language = useLanguage()
  const format = useFormat()
  return (period: Period) => periodWords(period, format.today(), language)
}

/** Describes a recurring absence by one of its dates: "Chaque mercredi (après-midi)". */
export function useReturnWords() {
  const { every: t } = useText(absencesText)
  const language = useLanguage()
  const format = useFormat()
  return ({ every, ...absence }: Absence): string => {
    const named = (day: Day) =>
      `${every === 'week' ? format.day(day, 'weekday') : words(day, 'month', language)}${halfOf(day, absence, language)}`
    return t[every ?? 'week'](named(absence.from), absence.from === absence.to ? undefined : named(absence.to))
  }
}
