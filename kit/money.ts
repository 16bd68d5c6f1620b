import type { Language } from './language.ts'

const formats: Record<Language, Intl.NumberFormat> = {
  fr: new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }),
  en: new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }),
}

/** "1 234,50 €" with narrow no-break spaces; "€1,234.50"; "−5,00 €" with a minus. Whole cents only: money is never a fraction of one. */
export const formatMoney = (cents: number, language: Language): string =>
  formats[language]
    .format(cents / 100)
    .replaceAll('\u00a0', '\u202f')
    .replace(/^-/, '−')
