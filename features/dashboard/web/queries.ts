import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { dashboardCalls } from '../contract.ts'
import { lengthOf } from '../rules.ts'
import type { DashboardSearch } from './search.ts'

/** Not for this account at all: the route's error view says so, in place of the screen. */
const throwOnError = (error: Error) => error instanceof Problem && error.status === 403

export const toDoQuery = queryOptions({
  queryKey: ['to-do'],
  queryFn: async ({ signal }) => (await call(dashboardCalls.toDo, { signal })).data,
  meta: { topics: ['orders', 'unread', 'drafts', 'attachments', 'invoices'] },
  // What changes is told (`topics`): the menu counts by what the screen has asked for, or the page has brought.
  staleTime: 10_000,
  throwOnError,
})

export const dashboardQuery = ({ tab = '3_days', from }: DashboardSearch) =>
  queryOptions({
    queryKey: ['dashboard', tab, from ?? 'today'],
    queryFn: async ({ signal }) =>
      (await call(dashboardCalls.dashboard, { query: { days: lengthOf[tab], from }, signal })).data,
    meta: { topics: ['orders', 'rides', 'absences', 'closures', 'invoices', 'language'] },
    throwOnError,
  })
