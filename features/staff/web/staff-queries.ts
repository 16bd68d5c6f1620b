import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffTeamCalls } from '../contract.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call(staffTeamCalls.list, { signal }),
  meta: { topics: ['staff'] },
})
