import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#kit/period.ts'
import { call } from '#kit/web/call.ts'
import { type CountedQuery, staffFigureCalls } from '../contract.ts'

/** Not live: counted on request, as the screen says. */
export const figuresOf = (query: Period) =>
  queryOptions({
    queryKey: ['figures', query],
    queryFn: async ({ signal }) => (await call(staffFigureCalls.figures, { query, signal })).data,
    placeholderData: keepPreviousData,
    meta: { topics: [] },
  })

export const countedCases = (query: CountedQuery) =>
  queryOptions({
    queryKey: ['figures', 'cases', query],
    queryFn: ({ signal }) => call(staffFigureCalls.cases, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { topics: [] },
  })
