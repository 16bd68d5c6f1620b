import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { rideCalls } from '../contract.ts'

export const rideList = queryOptions({
  queryKey: ['rides'],
  queryFn: ({ signal }) => call(rideCalls.list, { signal }),
})

/** The day sheets name pickups too. */
export function refreshAfterRide(client: QueryClient) {
  for (const key of ['rides', 'dashboard']) void client.invalidateQueries({ queryKey: [key] })
}
