import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffPracticeCalls } from '../contract.ts'

/** An approved request is a practice. */
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
    // What it owes and how its work goes changes with every piece and case: read as it is when somebody looks.
    staleTime: 0,
  })
