import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffAccountCalls } from '../account-contract.ts'
import { billingCalls } from '../billing-contract.ts'
import type { InvoiceStatus } from '../contract.ts'
import { type StaffInvoiceQuery, staffInvoiceCalls } from '../staff-contract.ts'
import { takingsCalls } from '../takings-contract.ts'
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

export const takingsOf = (year: number) =>
  queryOptions({
    queryKey: ['billing', 'takings', year],
    queryFn: async ({ signal }) => (await call(takingsCalls.takings, { query: { day: `${year}-01-01` }, signal })).data,
    meta: { topics: ['invoices'] },
  })

export const owedByPractice = queryOptions({
  queryKey: ['billing', 'owed'],
  queryFn: async ({ signal }) => (await call(takingsCalls.owed, { signal })).data,
  meta: { topics: ['invoices'] },
})

const lookAgainAfter = 2_000

export const billingRuns = queryOptions({
  queryKey: ['billing', 'runs'],
  queryFn: async ({ signal }) => (await call(staffInvoiceCalls.runs, { signal })).data,
  meta: { topics: ['invoices'] },
  // Practices without anything to bill cause no events, so progress is polled.
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

export const openStatuses = ['validated', 'in_validation', 'to_validate'] as const
/** Those an invoice can be issued of: approved ones, and those nobody is asked to approve. */
const issuable = (asksApproval: boolean) => openStatuses.filter(status => canBeIssued(status, asksApproval))
export const canBeIssued = (status: InvoiceStatus, asksApproval: boolean) =>
  status === 'validated' || (status === 'to_validate' && !asksApproval)

/** Longest waiting first: invoices are numbered in this order. */
export const proFormasToIssue = (asksApproval: boolean, page = 1) =>
  pieceList({
    ...invoiceQueryOf({ sort_order: 'ASC', page }),
    types: ['pro_forma'],
    statuses: issuable(asksApproval),
  })

/** Pro formas that practices have questions about or have not answered yet. */
export const otherProFormas = (asksApproval: boolean) =>
  pieceList({
    ...invoiceQueryOf({}),
    types: ['pro_forma'],
    statuses: openStatuses.filter(status => !canBeIssued(status, asksApproval)),
  })

export const pieceOne = (id: string) =>
  queryOptions({
    queryKey: ['pieces', 'one', id],
    queryFn: async ({ signal }) => (await call(staffInvoiceCalls.find, { params: { id }, signal })).data,
    meta: { topics: ['invoices'] },
  })
