import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffAuditCalls } from '../contract.ts'
import { knownSearch } from './known-search.ts'
import type { AddressedAudit } from './search.ts'

/** Never refetched automatically, because each reading is audited. */
export function auditLines(search: AddressedAudit) {
  const query = knownSearch(search)
  return queryOptions({
    queryKey: ['audit', 'lines', query],
    queryFn: ({ signal }) => call(staffAuditCalls.lines, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { topics: [] },
  })
}

export const auditSubjects = (search: string) =>
  queryOptions({
    queryKey: ['audit', 'subjects', search],
    queryFn: async ({ signal }) => (await call(staffAuditCalls.subjects, { query: { search }, signal })).data,
    enabled: search !== '',
    meta: { topics: [] },
  })
