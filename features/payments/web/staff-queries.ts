import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffPaymentCalls } from '../contract.ts'

/** Of one practice. */
export const awaitedOf = (practiceId: string) =>
  queryOptions({
    queryKey: ['awaited-transfers', practiceId],
    queryFn: async ({ signal }) => (await call(staffPaymentCalls.awaited, { query: { practiceId }, signal })).data,
    meta: { topics: ['invoices'] },
  })

export const awaitedTransfers = queryOptions({
  queryKey: ['awaited-transfers'],
  queryFn: async ({ signal }) => (await call(staffPaymentCalls.awaited, { query: {}, signal })).data,
  meta: { topics: ['invoices'] },
})
