import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffDashboardCalls } from '../contract.ts'

export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: async ({ signal }) => (await call(staffDashboardCalls.waiting, { signal })).data,
  meta: { topics: ['orders', 'rides', 'supplies', 'account', 'signups'] },
})
