import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { caseListCalls } from '../list-contract.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'

/** Counts by status of the cases that fit the other filters of the address. */
export function statusCounts(search: CaseListSearch) {
  const { tab: _, sort_by: __, sort_order: ___, page: ____, statuses: _____, ...query } = caseQueryOf(search)
  return queryOptions({
    queryKey: ['orders', 'statuses', query],
    queryFn: async ({ signal }) => (await call(caseListCalls.countStatuses, { query, signal })).data,
    meta: { topics: ['orders', 'invoices'] },
    throwOnError: false,
  })
}
