import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { supplyCalls } from '../contract.ts'

export const availableSupplies = queryOptions({
  queryKey: ['supplies', 'available'],
  queryFn: async ({ signal }) => (await call(supplyCalls.available, { signal })).data,
  meta: { topics: ['supplies', 'language'] },
})

export const supplyOrders = queryOptions({
  queryKey: ['supplies', 'orders'],
  queryFn: async ({ signal }) => (await call(supplyCalls.history, { signal })).data,
  meta: { topics: ['supplies', 'language'] },
})
