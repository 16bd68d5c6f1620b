import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { loadText } from '#kit/web/text.tsx'
import { type Case, type CaseRow, caseCalls } from '../contract.ts'
import { type CaseQuery, caseListCalls } from '../list-contract.ts'
import { casesText } from './text.ts'

/** For other features' screens that show cases. */
export const loadCaseWords = () => loadText(casesText)

/** A 403 goes to the route's error view, which replaces the screen. */
const throwOnError = (error: Error) => error instanceof Problem && error.status === 403

export const caseList = (query: CaseQuery) =>
  queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => call(caseListCalls.list, { query, signal }),
    meta: { topics: ['orders', 'invoices', 'language'] },
    throwOnError,
  })

/** `whole` once the full case has loaded; until then its row from a list stands in, if there is one. */
export type KnownCase = { row: CaseRow; whole?: Case }

export const caseOne = (id: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: async ({ signal }): Promise<KnownCase> => {
      const { data } = await call(caseCalls.find, { params: { id }, signal })
      return { row: data, whole: data }
    },
    meta: { topics: ['orders', 'attachments', 'invoices', 'rides', 'language'] },
    placeholderData: () => {
      const row = client
        .getQueriesData<Reply<typeof caseListCalls.list>>({ queryKey: ['orders', 'list'] })
        .flatMap(([, list]) => list?.data ?? [])
        .find(row => row.id === id)
      return row && { row }
    },
    throwOnError,
    // The route has just asked: the screen does not repeat a request that was refused.
    retryOnMount: ({ state: { error } }) => !(error instanceof Problem && error.status >= 400 && error.status < 500),
  })
