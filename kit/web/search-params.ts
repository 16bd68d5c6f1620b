import type { Day } from '#kit/day.ts'
import { isDay } from '#kit/is-day.ts'

// What the address of a list may say. Whatever is wrong counts as not said; the rest of the address still holds. The
// server checks with the schemas of the contract; here a few lines do.

export const oneOf = <T extends string>(values: readonly T[], said: unknown): T | undefined =>
  values.find(value => value === said)

/** In their usual order, each once; also from one alone, as somebody would type it. */
export function someOf<T extends string>(values: readonly T[], said: unknown): T[] | undefined {
  const all = typeof said === 'string' ? [said] : said
  if (!Array.isArray(all) || all.length === 0 || !all.every(one => values.includes(one))) return undefined
  return values.filter(value => all.includes(value))
}

/** `?search=1187` arrives as a number. */
export function wordsOf(said: unknown): string | undefined {
  const words = typeof said === 'string' || typeof said === 'number' ? String(said).trim() : ''
  return words !== '' && words.length <= 100 ? words : undefined
}

export const dayOf = (said: unknown): Day | undefined => (typeof said === 'string' && isDay(said) ? said : undefined)

export const pageOf = (said: unknown): number | undefined =>
  typeof said === 'number' && Number.isInteger(said) && said >= 1 && said <= 999_999 ? said : undefined
