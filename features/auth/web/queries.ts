import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { secondFactorCalls } from '../second-factor-contract.ts'
import { sessionCalls } from '../session-contract.ts'

/** Where this user is signed in, this device first. */
export const sessionList = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(sessionCalls.list, { signal })).data,
  meta: { topics: [] },
})

/** Whether a code is asked of this user after the password. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await call(secondFactorCalls.show, { signal })).data,
  meta: { topics: [] },
})
