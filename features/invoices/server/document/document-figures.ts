import { type Day, formatDay, formatDays } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'

const locales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' }
const numbers = (options: Intl.NumberFormatOptions) => ({
  fr: new Intl.NumberFormat(locales.fr, options),
  en: new Intl.NumberFormat(locales.en, options),
})
const money = numbers({ style: 'currency', currency: 'EUR' })
const figures = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = numbers({ style: 'percent', maximumFractionDigits: 2 })
const counts = numbers({ maximumFractionDigits: 0 })

/** Uses a real minus sign, and spaces at which a number does not break. */
const onPaper = (words: string) => words.replaceAll('\u00a0', '\u202f').replace(/^-/, '−')

/** "1 234,50 €" */
export const moneyOnPaper = (cents: number, language: Language) => onPaper(money[language].format(cents / 100))
/** "1 234,50": for a column whose heading names the currency. */
export const figureOnPaper = (cents: number, language: Language) => onPaper(figures[language].format(cents / 100))
/** "5,5 %" */
export const percentOnPaper = (hundredths: number, language: Language) =>
  onPaper(percents[language].format(hundredths / 10_000))
export const countOnPaper = (count: number, language: Language) => onPaper(counts[language].format(count))
/** "1er déc. 2026" */
export const dayOnPaper = (day: Day, language: Language) => formatDay(day, language, 'year')
/** "1er – 30 nov. 2026" */
export const daysOnPaper = ({ from, to }: { from: Day; to: Day }, language: Language) =>
  from.slice(0, 4) === to.slice(0, 4)
    ? `${formatDays(from, to, language)} ${to.slice(0, 4)}`
    : `${dayOnPaper(from, language)} – ${dayOnPaper(to, language)}`
/** "Belgique" */
export const countryOnPaper = (code: string, language: Language) =>
  new Intl.DisplayNames(locales[language], { type: 'region' }).of(code) ?? code
