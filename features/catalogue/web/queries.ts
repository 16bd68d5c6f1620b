import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { catalogueCalls } from '../contract.ts'

/** Changes a few times a year; the server still checks an order from an old copy against today's. */
export const catalogue = () =>
  queryOptions({
    queryKey: ['catalogue'],
    queryFn: async ({ signal }) => (await call(catalogueCalls.catalogue, { signal })).data,
    meta: { topics: ['absences', 'catalogue', 'closures', 'language'] },
    staleTime: 10 * 60_000,
  })
