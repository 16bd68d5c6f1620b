import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffNoticeCalls, staffTeamCalls } from '../contract.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call(staffTeamCalls.list, { signal }),
  meta: { topics: ['staff'] },
})

/** The laboratory's security requirements for its staff. */
export const teamSecurityQuery = queryOptions({
  queryKey: ['team', 'security'],
  queryFn: async ({ signal }) => (await call(staffTeamCalls.showSecurity, { signal })).data,
  meta: { topics: ['staff'] },
})

/** Without topics: only the user changes them. */
export const staffNoticesQuery = queryOptions({
  queryKey: ['staff-notices'],
  queryFn: async ({ signal }) => (await call(staffNoticeCalls.show, { signal })).data,
  meta: { topics: [] },
})
