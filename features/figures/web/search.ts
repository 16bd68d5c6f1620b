import type { Day } from '#kit/day.ts'
import { type Period, periodWithin } from '#kit/period.ts'
import { idOf, oneOf, pageOf, period, type Said } from '#kit/web/search-params.ts'
import type { CountedQuery } from '../contract.ts'
import { causes, listings, usualPeriod } from '../rules.ts'

export type FiguresSearch = { from?: Day | undefined; to?: Day | undefined }
export type CountedSearch = Said<CountedQuery>

export const figuresSearch: (said: Record<string, unknown>) => FiguresSearch = period

/** `?product=1187` arrives as a number. */
const referenceOf = (said: unknown) => {
  const reference = typeof said === 'string' || typeof said === 'number' ? String(said) : ''
  return reference !== '' && reference.length <= 60 ? reference : undefined
}

export const countedSearch = (said: Record<string, unknown>): CountedSearch =>
  ({
    ...figuresSearch(said),
    list: oneOf(listings, said.list),
    practiceId: idOf(said.practiceId),
    technician: oneOf(['nobody'] as const, said.technician) ?? idOf(said.technician),
    product: referenceOf(said.product),
    cause: oneOf(causes, said.cause),
    page: pageOf(said.page),
  }) satisfies CountedSearch

/** Defaults to the last ninety days; longer periods are cut to their last year. */
export const periodOf = (said: FiguresSearch, today: Day): Period => periodWithin(said, { today, usual: usualPeriod })

export const countedQueryOf = (search: CountedSearch, today: Day): CountedQuery => ({
  ...search,
  ...periodOf(search, today),
  list: search.list ?? 'delivered',
  page: search.page ?? 1,
})
