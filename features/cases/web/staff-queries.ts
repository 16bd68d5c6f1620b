import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { intakeOrders, intakeViews } from '../staff-address.ts'
import { type StaffCaseQuery, staffCaseCalls } from '../staff-contract.ts'
import type { BoardSearch } from './staff-search.ts'

export const staffCaseList = (query: StaffCaseQuery) =>
  queryOptions({
    queryKey: ['staff', 'orders', 'list', query],
    queryFn: ({ signal }) => call(staffCaseCalls.list, { query, signal }),
    meta: { topics: ['orders', 'invoices', 'stations', 'language'] },
  })

export const caseBoard = (query: BoardSearch) =>
  queryOptions({
    queryKey: ['staff', 'orders', 'board', query],
    queryFn: async ({ signal }) => (await call(staffCaseCalls.board, { query, signal })).data,
    meta: { topics: ['orders', 'stations', 'language'] },
  })

/** The first cases that nobody has accepted, or that are accepted and wait for their impression. */
export const intakeQueue = (by: (typeof intakeOrders)[number] = 'appointment', view?: (typeof intakeViews)[number]) =>
  staffCaseList({
    tab: 'in_progress',
    intake: view === 'awaited' ? 'awaited' : 'unaccepted',
    sort_by: by === 'age' ? 'createdAt' : 'appointmentDate',
    sort_order: 'ASC',
    page: 1,
  })

/** The cases that wait for practices, oldest first. */
export const missingList = staffCaseList({
  tab: 'in_progress',
  statuses: ['on_hold'],
  sort_by: 'createdAt',
  sort_order: 'ASC',
  page: 1,
})

export const staffCaseFilters = queryOptions({
  queryKey: ['staff', 'orders', 'filters'],
  queryFn: async ({ signal }) => (await call(staffCaseCalls.filters, { signal })).data,
  meta: { topics: ['language'] },
  staleTime: 60_000,
})

export const staffCaseOne = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'orders', 'one', id],
    queryFn: async ({ signal }) => (await call(staffCaseCalls.find, { params: { id }, signal })).data,
    meta: { topics: ['orders', 'attachments', 'invoices', 'stations', 'language'] },
    retryOnMount: ({ state: { error } }) => !(error instanceof Problem && error.status >= 400 && error.status < 500),
  })

export const staffMessages = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'orders', 'messages', id],
    queryFn: async ({ signal }) => (await call(staffCaseCalls.listMessages, { params: { id }, signal })).data,
    meta: { topics: ['orders'] },
  })

export const caseLoad = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'orders', 'load', id],
    queryFn: async ({ signal }) => (await call(staffCaseCalls.load, { params: { id }, signal })).data,
    meta: { topics: ['orders'] },
  })
