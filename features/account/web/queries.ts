import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { accountCalls } from '../contract.ts'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => (await call(accountCalls.show, { signal })).data,
  meta: { topics: ['account'] },
})
