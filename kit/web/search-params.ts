import type { Day } from '#kit/day.ts'
import { isDay } from '#kit/is-day.ts'
import { mostPages } from '#kit/pages.ts'

// What the address of a list may say. Whatever is wrong counts as not said; the rest of the address still holds. The
// server checks with the schemas of the contract; here a few lines do.

/**
 * Around what each screen reads of its address: what stands there besides (a mail program's tracking) is nobody's question. The
 * router hands it on, and the API refuses what it does not know.
 */
export const only = <Read extends (said: Record<string, unknown>) => object>(read: Read) =>
  ((said: Record<string, unknown>) => ({
    ...Object.fromEntries(Object.keys(said).map(name => [name, undefined])),
    ...read(said),
  })) as Read

/** What an address says of the query of a list: what is not there has its usual value, and the plainest list the plainest address. */
export type Said<Query> = { [key in keyof Query]?: Query[key] | undefined }

/** Of a list that can be searched, and nothing else. */
export const searched = (said: Record<string, unknown>): { search?: string | undefined } => ({
  search: wordsOf(said.search),
})

/** Of a screen that shows a period; said the wrong way round it is the same one. */
export function period(said: Record<string, unknown>): { from?: Day | undefined; to?: Day | undefined } {
  const [from, to] = [dayOf(said.from), dayOf(said.to)]
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/** Of a screen that shows one day. */
export const onDay = (said: Record<string, unknown>): { day?: Day | undefined } => ({ day: dayOf(said.day) })

export const sortOrders = ['ASC', 'DESC'] as const

export const oneOf = <T extends string>(values: readonly T[], said: unknown): T | undefined =>
  values.find(value => value === said)

/** Those that there are, in their usual order, each once; also from one alone, as somebody would type it. */
export function someOf<T extends string>(values: readonly T[], said: unknown): T[] | undefined {
  const all: readonly unknown[] = Array.isArray(said) ? said : [said]
  const known = values.filter(value => all.includes(value))
  return known.length > 0 ? known : undefined
}

/** `?search=1187` arrives as a number. */
export function wordsOf(said: unknown): string | undefined {
  const words = typeof said === 'string' || typeof said === 'number' ? String(said).trim() : ''
  return words !== '' && words.length <= 100 ? words : undefined
}

export const dayOf = (said: unknown): Day | undefined => (typeof said === 'string' && isDay(said) ? said : undefined)

/** In small letters, as whatever it is compared with. */
export const idOf = (said: unknown): string | undefined =>
  typeof said === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(said) ? said.toLowerCase() : undefined

export const pageOf = (said: unknown): number | undefined =>
  typeof said === 'number' && Number.isInteger(said) && said >= 1 && said <= mostPages ? said : undefined
