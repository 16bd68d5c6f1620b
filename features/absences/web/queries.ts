import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { type AbsenceTab, absenceCalls } from '../contract.ts'

export const absenceList = (tab: AbsenceTab) =>
  queryOptions({
    queryKey: ['absences', tab],
    queryFn: async ({ signal }) => (await call(absenceCalls.list, { query: { tab }, signal })).data,
    // Not for this account at all: the route's error view says so, in place of the screen.
    throwOnError: error => error instanceof Problem && error.status === 403,
  })

/** Open cases move with absences; rounds, and the day that new work is promised for, follow them. */
export function refreshAfterAbsence(client: QueryClient) {
  for (const key of ['absences', 'orders', 'rides', 'dashboard', 'catalogue'])
    void client.invalidateQueries({ queryKey: [key] })
}
