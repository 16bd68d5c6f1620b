import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { rideCalls } from '../contract.ts'

export const rideList = queryOptions({
  queryKey: ['rides'],
  queryFn: ({ signal }) => call(rideCalls.list, { signal }),
  meta: { topics: ['rides', 'orders', 'closures', 'language'] },
})
