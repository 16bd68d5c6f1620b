import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { dashboardCalls } from '../contract.ts'
import { lengthOf } from '../rules.ts'
import type { DashboardSearch } from './search.ts'

/** A 403 goes to the route's error view, which replaces the screen. */
const throwOnError = (error: Error) => error instanceof Problem && error.status === 403

export const toDoQuery = queryOptions({
  queryKey: ['to-do'],
  queryFn: async ({ signal }) => (await call(dashboardCalls.toDo, { signal })).data,
  meta: { topics: ['orders', 'unread', 'drafts', 'attachments', 'invoices'] },
  // Changes are announced by events (`topics`), so the menu shares the data of the screen or of the page.
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
