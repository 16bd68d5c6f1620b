import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffPaymentCalls } from '../contract.ts'

export const awaitedTransfers = queryOptions({
  queryKey: ['awaited-transfers'],
  queryFn: async ({ signal }) => (await call(staffPaymentCalls.awaited, { query: {}, signal })).data,
  meta: { topics: ['invoices'] },
})
