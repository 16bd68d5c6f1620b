import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#kit/period.ts'
import { call } from '#kit/web/call.ts'
import { bookkeepingCalls } from '../staff-contract.ts'

export const bookedIn = (query: Period) =>
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
