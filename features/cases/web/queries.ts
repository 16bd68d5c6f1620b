import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { type Case, type CaseQuery, type CaseRow, caseCalls } from '../contract.ts'

export const caseList = (query: CaseQuery) =>
  queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => call(caseCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** A row of the list stands in until the whole case has come. */
export const caseOne = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: async ({ signal }): Promise<Case | CaseRow> =>
      (await call(caseCalls.find, { params: { id }, signal })).data,
  })
