import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffAccountCalls } from '../account-contract.ts'
import { billingCalls } from '../billing-contract.ts'
import { type StaffInvoiceQuery, staffInvoiceCalls } from '../staff-contract.ts'
import { invoiceQueryOf } from './list-changes.ts'
import type { BillingSearch, PieceSearch } from './staff-search.ts'

export const practicesToBill = (query: BillingSearch) =>
  queryOptions({
    queryKey: ['billing', 'practices', query],
    queryFn: async ({ signal }) => (await call(billingCalls.practices, { query, signal })).data,
    meta: { topics: ['invoices', 'orders'] },
  })

export const practiceToBill = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'practice', id],
    queryFn: async ({ signal }) => (await call(billingCalls.practice, { params: { id }, signal })).data,
    meta: { topics: ['invoices', 'orders'] },
  })

export const billingSettings = queryOptions({
  queryKey: ['billing', 'settings'],
  queryFn: async ({ signal }) => (await call(billingCalls.settings, { signal })).data,
  meta: { topics: ['invoices'] },
})

export const reminderSettings = queryOptions({
  queryKey: ['billing', 'reminders'],
  queryFn: async ({ signal }) => (await call(staffAccountCalls.reminders, { signal })).data,
  meta: { topics: ['invoices'] },
})

const lookAgainAfter = 2_000

export const billingRuns = queryOptions({
  queryKey: ['billing', 'runs'],
  queryFn: async ({ signal }) => (await call(staffInvoiceCalls.runs, { signal })).data,
  meta: { topics: ['invoices'] },
  // Of practices that have nothing to be billed nobody is told.
  refetchInterval: ({ state }) =>
    state.data?.some(({ done, practices }) => done < practices) ? lookAgainAfter : false,
})

export const pieceList = (query: StaffInvoiceQuery) =>
  queryOptions({
    queryKey: ['pieces', 'list', query],
    queryFn: ({ signal }) => call(staffInvoiceCalls.list, { query, signal }),
    meta: { topics: ['invoices'] },
  })

export const addressedPieces = (search: PieceSearch) => pieceList({ ...search, ...invoiceQueryOf(search) })

/** What somebody has still to do something about. */
export const openProFormas = pieceList({
  ...invoiceQueryOf({}),
  types: ['pro_forma'],
  statuses: ['to_validate', 'in_validation', 'validated'],
})

export const pieceOne = (id: string) =>
  queryOptions({
    queryKey: ['pieces', 'one', id],
    queryFn: async ({ signal }) => (await call(staffInvoiceCalls.find, { params: { id }, signal })).data,
    meta: { topics: ['invoices'] },
  })
