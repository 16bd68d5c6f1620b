import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { rideCalls } from '../contract.ts'

export const rideList = queryOptions({
  queryKey: ['rides'],
  queryFn: ({ signal }) => call(rideCalls.list, { signal }),
  meta: { topics: ['rides', 'orders', 'closures', 'language'] },
})

/** What a cancelled pickup would leave behind; always fetched, since an earlier answer may be outdated. */
export const rideCancellation = (id: string) =>
  queryOptions({
    queryKey: ['rides', 'cancellation', id],
    queryFn: async ({ signal }) => (await call(rideCalls.previewCancellation, { params: { id }, signal })).data,
    meta: { topics: ['rides', 'orders', 'closures', 'language'] },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
