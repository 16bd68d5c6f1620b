import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { calendarCalls, type Feed } from '../contract.ts'

/** Null when this user has no feed. */
export const calendarFeed = queryOptions({
  queryKey: ['calendar'],
  queryFn: async ({ signal }): Promise<Feed | null> => (await call(calendarCalls.find, { signal })).data,
  meta: { topics: [] },
})
