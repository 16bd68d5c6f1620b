import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { rideCalls } from '../contract.ts'

export const rideList = queryOptions({
  queryKey: ['rides'],
  queryFn: ({ signal }) => call(rideCalls.list, { signal }),
  meta: { topics: ['rides', 'orders', 'closures', 'language'] },
})

/** What a pickup that is called off would leave behind: read each time, since what was said before may hold no more. */
export const rideCancellation = (id: string) =>
  queryOptions({
    queryKey: ['rides', 'cancellation', id],
    queryFn: async ({ signal }) => (await call(rideCalls.previewCancellation, { params: { id }, signal })).data,
    meta: { topics: ['rides', 'orders', 'closures', 'language'] },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
