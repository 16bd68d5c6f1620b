import { useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffPaymentCalls } from '../contract.ts'

/** What one practice has announced, for whoever enters that money has come. */
export const useAwaitedTransfers = (practiceId: string) =>
  useQuery({
    queryKey: ['awaited-transfers', practiceId],
    queryFn: async ({ signal }) => (await call(staffPaymentCalls.awaited, { query: { practiceId }, signal })).data,
    meta: { topics: ['invoices'] },
  })
