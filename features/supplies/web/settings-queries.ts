import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { supplyListCalls } from '../staff-contract.ts'

export const staffSupplies = queryOptions({
  queryKey: ['supplies', 'staff'],
  queryFn: async ({ signal }) => (await call(supplyListCalls.list, { signal })).data,
  meta: { topics: ['supplies'] },
})
