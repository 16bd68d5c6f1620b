import type { Language } from './language.ts'

/**
 * Cents, as people and banks write them: "1 234,56", "+1.234,56 €", "1,234.56". One sign cannot be both the thousands separator
 * and the decimal point.
 */
export function centsOf(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f'’]|€|EUR/g, '').replace('−', '-')
  const [, sign, euros = '', cents = ''] =
    /^([+-]?)(\d{1,11}|\d{1,3}(?:\.\d{3}){1,3}|\d{1,3}(?:,\d{3}){1,3})(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  const isMixed =
    bare
      .split(/\d+/)
      .filter(mark => /[.,]/.test(mark))
      .at(-1) === euros.match(/[.,]/)?.[0]
  if (sign === undefined || (cents !== '' && isMixed)) return undefined
  const amount = Number(euros.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' ? -amount : amount
}

/** Cents as somebody types them. "1,005" is ambiguous (decimals for a person, thousands for a bank) and is refused. */
export const typedCents = (text: string): number | undefined =>
  /^[^.,]*\d[.,]\d{3}\D*$/.test(text) ? undefined : centsOf(text)

/** An amount as typed in this language: "149,00" or "149.00". */
export const writtenCents = (cents: number, language: Language): string => {
  const written = (cents / 100).toFixed(2)
  return language === 'fr' ? written.replace('.', ',') : written
}
