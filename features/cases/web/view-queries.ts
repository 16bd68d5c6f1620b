import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { viewCalls } from '../views-contract.ts'

/** Sorted by name. */
export const viewList = queryOptions({
  queryKey: ['case-views'],
  queryFn: async ({ signal }) => (await call(viewCalls.list, { signal })).data,
  meta: { topics: ['views'] },
  throwOnError: false,
})
