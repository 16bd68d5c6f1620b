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
    // A 403 goes to the route's error view, which replaces the screen.
    throwOnError: error => error instanceof Problem && error.status === 403,
  })

/** An absence closes days and moves open cases. */
export const changedByAbsence = ['absences', 'closures', 'orders'] as const
