import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { AbsenceTab } from '../address.ts'
import { absenceCalls } from '../contract.ts'

export const absenceList = (tab: AbsenceTab) =>
  queryOptions({
    queryKey: ['absences', tab],
    queryFn: async ({ signal }) => (await call(absenceCalls.list, { query: { tab }, signal })).data,
    meta: { topics: ['absences'] },
    // Not for this account at all: the route's error view says so, in place of the screen.
    throwOnError: error => error instanceof Problem && error.status === 403,
  })

/** With an absence days close, and open cases move out of it. */
export const changedByAbsence = ['absences', 'closures', 'orders'] as const
