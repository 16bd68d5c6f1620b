import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { bookkeepingCalls, type EntriesQuery } from '../staff-contract.ts'

export const bookedIn = (query: EntriesQuery) =>
  queryOptions({
    queryKey: ['bookkeeping', 'booked', query],
    queryFn: async ({ signal }) => (await call(bookkeepingCalls.booked, { query, signal })).data,
    placeholderData: keepPreviousData,
    meta: { topics: ['invoices'] },
  })

export const accountsQuery = queryOptions({
  queryKey: ['bookkeeping', 'accounts'],
  queryFn: async ({ signal }) => (await call(bookkeepingCalls.accounts, { signal })).data,
  meta: { topics: ['invoices'] },
})
