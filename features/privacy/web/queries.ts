import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { privacyCalls } from '../contract.ts'

export const ownErasure = queryOptions({
  queryKey: ['account', 'erasure'],
  queryFn: async ({ signal }) => (await call(privacyCalls.erasure, { signal })).data,
  meta: { topics: ['account'] },
})
