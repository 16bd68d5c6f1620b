import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { brandCalls } from '../contract.ts'

/** Comes with the page: fetched again only when its topic reports a change. */
export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: async ({ signal }) => (await call(brandCalls.find, { session: 'as it is', signal })).data,
  meta: { topics: ['brand'] },
  staleTime: Number.POSITIVE_INFINITY,
})
