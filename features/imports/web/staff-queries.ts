import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { importCalls } from '../contract.ts'

export const importList = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) => (await call(importCalls.list, { signal })).data,
  meta: { topics: ['catalogue'] },
})
