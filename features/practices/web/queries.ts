import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffPracticeCalls } from '../contract.ts'

/** Approving an account request creates a practice. */
export const practiceList = (search: string) =>
  queryOptions({
    queryKey: ['practices', search],
    queryFn: ({ signal }) => call(staffPracticeCalls.list, { query: { search }, signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['signups'] },
  })

export const practiceOne = (id: string) =>
  queryOptions({
    queryKey: ['practices', 'one', id],
    queryFn: ({ signal }) => call(staffPracticeCalls.show, { params: { id }, signal }),
    meta: { topics: ['signups'] },
    // Balance and figures change with every invoice and case, so they are always refetched.
    staleTime: 0,
  })
