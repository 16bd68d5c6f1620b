import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useLanguage } from '#kit/web/text.tsx'

const looks = {
  day: { day: 'numeric' },
  month: { day: 'numeric', month: 'long' },
  year: { day: 'numeric', month: 'long', year: 'numeric' },
} as const

function words(day: Day, look: keyof typeof looks, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { ...looks[look], timeZone: 'UTC' })
  // French counts the first of the month.
  return format.format(new Date(`${day}T00:00:00Z`)).replace(/^1(?!\d)/, language === 'fr' ? '1er' : '1')
}

type Period = { from: Day; to: Day }

/**
 * The ends of a period, to be named in a sentence: nothing twice, and the year only where it is not this one. "3" and
 * "5 mars"; "30 novembre" and "2 décembre"; of a single day only the first.
 */
export function periodWords({ from, to }: Period, today: Day, language: Language): [from: string, to?: string] {
  const isThisYear = [from, to].every(day => day.slice(0, 4) === today.slice(0, 4))
  const whole = isThisYear ? 'month' : 'year'
  if (from === to) return [words(from, whole, language)]
  const shared = from.slice(0, 7) === to.slice(0, 7) ? 'day' : from.slice(0, 4) === to.slice(0, 4) ? 'month' : 'year'
  return [words(from, shared, language), words(to, whole, language)]
}

/** In the reader's language, seen from the laboratory's today. */
export function usePeriodWords() {
  const language = useLanguage()
  const format = useFormat()
  return (period: Period) => periodWords(period, format.today(), language)
}
