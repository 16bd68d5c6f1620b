import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffProgramCalls } from '../staff-contract.ts'

export const programList = queryOptions({
  queryKey: ['programs'],
  queryFn: ({ signal }) => call(staffProgramCalls.list, { signal }),
  meta: { topics: ['programs'] },
})
