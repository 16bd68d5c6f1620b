import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { brandCalls } from '../contract.ts'

/** The page has brought it: asked for again only when it is told to have changed. */
export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: async ({ signal }) => (await call(brandCalls.find, { session: 'as it is', signal })).data,
  meta: { topics: ['brand'] },
  staleTime: Number.POSITIVE_INFINITY,
})
