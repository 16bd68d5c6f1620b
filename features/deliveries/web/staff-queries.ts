import { queryOptions } from '@tanstack/react-query'
import type { Day } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { deliveryCalls, shippingCalls } from '../contract.ts'

/** Today by default. */
export const runSheetOf = (day?: Day) =>
  queryOptions({
    queryKey: ['run-sheet', day ?? 'today'],
    queryFn: async ({ signal }) => (await call(deliveryCalls.sheet, { query: { day }, signal })).data,
    meta: { topics: ['orders', 'rides', 'language'] },
  })

/** Until the laboratory's next working day by default. */
export const leavingUntil = (until?: Day) =>
  queryOptions({
    queryKey: ['leaving', until ?? 'next working day'],
    queryFn: ({ signal }) => call(shippingCalls.leaving, { query: { until }, signal }),
    meta: { topics: ['orders', 'closures', 'language'] },
  })
