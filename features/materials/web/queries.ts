import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffSubcontractorCalls } from '../contract.ts'

export const subcontractorList = queryOptions({
  queryKey: ['materials', 'subcontractors'],
  queryFn: async ({ signal }) => (await call(staffSubcontractorCalls.list, { signal })).data,
  meta: { topics: ['sheets'] },
})
