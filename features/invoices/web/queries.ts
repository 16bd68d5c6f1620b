import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { type InvoiceQuery, invoiceCalls } from '../contract.ts'
import { invoiceQueryOf } from './list-changes.ts'
import type { InvoiceSearch } from './search.ts'

/** 403 means not for this account at all: the route's error view replaces the screen. */
const throwOnError = (error: Error) => error instanceof Problem && error.status === 403

export const invoiceList = (query: InvoiceQuery) =>
  queryOptions({
    queryKey: ['invoices', 'list', query],
    queryFn: ({ signal }) => call(invoiceCalls.list, { query, signal }),
    meta: { topics: ['invoices'] },
    throwOnError,
  })

/** The list as its address describes it. */
export const addressedInvoices = (search: InvoiceSearch) => invoiceList(invoiceQueryOf(search))

export const invoiceOne = (id: string) =>
  queryOptions({
    queryKey: ['invoices', 'one', id],
    queryFn: async ({ signal }) => (await call(invoiceCalls.find, { params: { id }, signal })).data,
    meta: { topics: ['invoices'] },
    throwOnError,
  })

export const invoiceSummary = queryOptions({
  queryKey: ['invoices', 'summary'],
  queryFn: async ({ signal }) => (await call(invoiceCalls.summary, { signal })).data,
  meta: { topics: ['invoices', 'orders'] },
  throwOnError,
})
