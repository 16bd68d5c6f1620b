import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { catalogueCalls } from '../contract.ts'

/** Changes a few times a year; what was ordered from an old copy the server still checks against today's. */
export const catalogue = () =>
  queryOptions({
    queryKey: ['catalogue'],
    queryFn: async ({ signal }) => (await call(catalogueCalls.catalogue, { signal })).data,
    meta: { topics: ['absences', 'catalogue', 'closures', 'language'] },
    staleTime: 10 * 60_000,
  })
