import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { sessionCalls } from '../access-contract.ts'

/** Where this user is signed in, this device first. */
export const sessionList = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(sessionCalls.list, { signal })).data,
  meta: { topics: [] },
})
