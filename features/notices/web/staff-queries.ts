import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffMailCalls } from '../contract.ts'

export const mailList = queryOptions({
  queryKey: ['mails'],
  queryFn: async ({ signal }) => (await call(staffMailCalls.list, { signal })).data,
  meta: { topics: [] },
})
