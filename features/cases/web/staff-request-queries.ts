import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffRequestCalls } from '../staff-requests-contract.ts'

export const openProblems = queryOptions({
  queryKey: ['staff', 'problems'],
  queryFn: async ({ signal }) => (await call(staffRequestCalls.listProblems, { signal })).data,
  meta: { topics: ['orders', 'language'] },
})

/** For all cases, or for one. */
export const requestList = (orderId?: string) =>
  queryOptions({
    queryKey: ['staff', 'requests', orderId],
    queryFn: ({ signal }) => call(staffRequestCalls.listRequests, { query: { orderId }, signal }),
    meta: { topics: ['orders', 'language'] },
  })
