import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffTraceabilityCalls } from '../contract.ts'

export const sheetQueue = (page: number) =>
  queryOptions({
    queryKey: ['sheets', 'queue', page],
    queryFn: ({ signal }) => call(staffTraceabilityCalls.queue, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['sheets', 'orders'] },
  })

export const benchSheet = (id: string) =>
  queryOptions({
    queryKey: ['sheets', 'one', id],
    queryFn: async ({ signal }) => (await call(staffTraceabilityCalls.bench, { params: { id }, signal })).data,
    // Includes `orders`, because the products' teeth and shades change with the case.
    meta: { topics: ['sheets', 'orders'] },
  })
