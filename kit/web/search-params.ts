import type { Day } from '#kit/day.ts'
import { isDay } from '#kit/is-day.ts'
import { mostPages } from '#kit/pages.ts'

// Readers for search parameters. A wrong value counts as absent, and the rest of the address still holds. The server validates
// with the contract's schemas; a few lines suffice here.

/**
 * Wraps a screen's reader so that unknown parameters (a mail program's tracking) are ignored: the router would pass them on, and
 * the API refuses what it does not know.
 */
export const only = <Read extends (said: Record<string, unknown>) => object>(read: Read) =>
  ((said: Record<string, unknown>) => ({
    ...Object.fromEntries(Object.keys(said).map(name => [name, undefined])),
    ...read(said),
  })) as Read

/** A list query as it appears in an address: default values are left out, so the default list has the plainest address. */
export type Said<Query> = { [key in keyof Query]?: Query[key] | undefined }

/** For a list with a search and no other filters. */
export const searched = (said: Record<string, unknown>): { search?: string | undefined } => ({
  search: wordsOf(said.search),
})

/** For a screen with a period; reversed ends are swapped. */
export function period(said: Record<string, unknown>): { from?: Day | undefined; to?: Day | undefined } {
  const [from, to] = [dayOf(said.from), dayOf(said.to)]
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/** For a screen of one day. */
export const onDay = (said: Record<string, unknown>): { day?: Day | undefined } => ({ day: dayOf(said.day) })

export const sortOrders = ['ASC', 'DESC'] as const

export const oneOf = <T extends string>(values: readonly T[], said: unknown): T | undefined =>
  values.find(value => value === said)

/** The known values, in their usual order, each once; a single value, as somebody might type it, is accepted. */
export function someOf<T extends string>(values: readonly T[], said: unknown): T[] | undefined {
  const all: readonly unknown[] = Array.isArray(said) ? said : [said]
  const known = values.filter(value => all.includes(value))
  return known.length > 0 ? known : undefined
}

/** The router parses `?search=1187` as a number. */
export function wordsOf(said: unknown): string | undefined {
  const words = typeof said === 'string' || typeof said === 'number' ? String(said).trim() : ''
  return words !== '' && words.length <= 100 ? words : undefined
}

export const dayOf = (said: unknown): Day | undefined => (typeof said === 'string' && isDay(said) ? said : undefined)

/** Lower-cased, as everything it is compared with. */
export const idOf = (said: unknown): string | undefined =>
  typeof said === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(said) ? said.toLowerCase() : undefined

export const pageOf = (said: unknown): number | undefined =>
  typeof said === 'number' && Number.isInteger(said) && said >= 1 && said <= mostPages ? said : undefined
