import { queryOptions } from '@tanstack/react-query'
import type { Day } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { staffRideCalls } from '../contract.ts'

/** Today by default. */
export const pickupBoard = (day?: Day) =>
  queryOptions({
    queryKey: ['pickups', day ?? 'today'],
    queryFn: ({ signal }) => call(staffRideCalls.list, { query: { day }, signal }),
    meta: { topics: ['rides', 'orders'] },
  })
