import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { colleagueCalls } from '../contract.ts'

export const colleagueList = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => call(colleagueCalls.list, { signal }),
  meta: { topics: ['colleagues'] },
  // A 403 means the user is no longer a manager: the route's error view replaces the screen.
  throwOnError: error => error instanceof Problem && error.status === 403,
})
