import { useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffPaymentCalls } from '../contract.ts'

/** One practice's announced transfers, for entering money that has come. */
export const useAwaitedTransfers = (practiceId: string) =>
  useQuery({
    queryKey: ['awaited-transfers', practiceId],
    queryFn: async ({ signal }) => (await call(staffPaymentCalls.awaited, { query: { practiceId }, signal })).data,
    meta: { topics: ['invoices'] },
  })
