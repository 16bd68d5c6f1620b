import { locales } from './day.ts'
import type { Language } from './language.ts'

/** Formats are made lazily, one per language: making both took longer than all else that the first screens start with. */
const formats: Partial<Record<Language, Intl.NumberFormat>> = {}

/** "1 234,50 €" with narrow no-break spaces; "€1,234.50"; "−5,00 €" with a minus sign. Takes whole cents. */
export function formatMoney(cents: number, language: Language): string {
  formats[language] ??= new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' })
  return formats[language]
    .format(cents / 100)
    .replaceAll('\u00a0', '\u202f')
    .replace(/^-/, '−')
}
