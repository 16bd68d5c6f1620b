import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffTeamCalls } from '../contract.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: async ({ signal }) => (await call(staffTeamCalls.list, { signal })).data,
  meta: { topics: ['staff'] },
})
