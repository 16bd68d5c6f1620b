import { queryOptions } from '@tanstack/react-query'
import { invoiceCalls } from '#features/invoices/contract.ts'
import { call } from '#kit/web/call.ts'
import { type Payment, paymentCalls } from '../contract.ts'

/** Polls often while somebody is likely to be looking, then now and then. */
const soonMilliseconds = 2_000
const laterMilliseconds = 20_000
export const patienceMilliseconds = 60_000

const isAwaited = (payment: Payment | undefined) => payment?.status === 'pending' && payment.mode === 'card'

export const paymentModes = queryOptions({
  queryKey: ['payment-modes'],
  queryFn: async ({ signal }) => (await call(paymentCalls.modes, { signal })).data,
  meta: { topics: [] },
})

/** What the practice's credit would pay of these; fetched each time, since money moves by it. */
export const creditPreview = (invoiceIds: readonly string[]) =>
  queryOptions({
    queryKey: ['invoices', 'credit', invoiceIds],
    queryFn: async ({ signal }) =>
      (await call(invoiceCalls.previewCredit, { body: { invoiceIds: [...invoiceIds] }, signal })).data,
    staleTime: 0,
    meta: { topics: ['invoices'] },
  })

export const openPayments = queryOptions({
  queryKey: ['payments'],
  queryFn: async ({ signal }) => (await call(paymentCalls.open, { signal })).data,
  meta: { topics: ['invoices'] },
})

export const paymentOne = (id: string, openedAt = Date.now()) =>
  queryOptions({
    queryKey: ['payments', id],
    queryFn: async ({ signal }) => (await call(paymentCalls.find, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => {
      if (!isAwaited(state.data)) return false
      return Date.now() - openedAt < patienceMilliseconds ? soonMilliseconds : laterMilliseconds
    },
    meta: { topics: ['invoices'] },
  })
