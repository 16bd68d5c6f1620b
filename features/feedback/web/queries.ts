import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffFeedbackCalls } from '../contract.ts'

export const feedbackList = queryOptions({
  queryKey: ['feedback'],
  queryFn: async ({ signal }) => (await call(staffFeedbackCalls.list, { signal })).data,
  meta: { topics: [] },
})
