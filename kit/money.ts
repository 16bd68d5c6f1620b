import { locales } from './day.ts'
import type { Language } from './language.ts'

/** Made where an amount is written, each: two of them took longer than all else that the first screens begin with. */
const formats: Partial<Record<Language, Intl.NumberFormat>> = {}

/** "1 234,50 €" with narrow no-break spaces; "€1,234.50"; "−5,00 €" with a minus. Whole cents only: money is never a fraction of one. */
export function formatMoney(cents: number, language: Language): string {
  formats[language] ??= new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' })
  return formats[language]
    .format(cents / 100)
    .replaceAll('\u00a0', '\u202f')
    .replace(/^-/, '−')
}
