import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { importCalls } from '../contract.ts'

export const importList = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call(importCalls.list, { signal }),
  meta: { topics: ['catalogue'] },
})
