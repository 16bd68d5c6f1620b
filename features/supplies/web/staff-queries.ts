import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffSupplyCalls } from '../contract.ts'
import type { SupplyTab } from '../input.ts'

export const supplyRequests = (tab: SupplyTab) =>
  queryOptions({
    queryKey: ['supply-requests', tab],
    queryFn: async ({ signal }) => (await call(staffSupplyCalls.list, { query: { tab }, signal })).data,
    meta: { topics: ['supplies', 'language'] },
  })
