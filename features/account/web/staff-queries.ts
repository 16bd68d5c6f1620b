import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffAccountCalls } from '../contract.ts'

export const accountChangesQuery = queryOptions({
  queryKey: ['account-changes'],
  queryFn: async ({ signal }) => (await call(staffAccountCalls.list, { signal })).data,
  meta: { topics: ['account'] },
})
