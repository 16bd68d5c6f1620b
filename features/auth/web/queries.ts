import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { secondFactorCalls } from '../second-factor-contract.ts'
import { sessionCalls } from '../session-contract.ts'

/** The user's sessions, this device first. */
export const sessionList = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(sessionCalls.list, { signal })).data,
  meta: { topics: [] },
})

/** Whether the user's sign-in requires a code. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await call(secondFactorCalls.show, { signal })).data,
  meta: { topics: [] },
})
