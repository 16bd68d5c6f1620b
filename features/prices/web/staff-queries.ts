import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { priceCalls } from '../contract.ts'

export const priceLists = queryOptions({
  queryKey: ['prices'],
  queryFn: async ({ signal }) => (await call(priceCalls.lists, { signal })).data,
  meta: { topics: ['catalogue'] },
})

export const priceListOne = (id: string) =>
  queryOptions({
    queryKey: ['prices', 'one', id],
    queryFn: async ({ signal }) => (await call(priceCalls.list, { params: { id }, signal })).data,
    meta: { topics: ['catalogue'] },
  })

export const practicePrices = queryOptions({
  queryKey: ['prices', 'practices'],
  queryFn: async ({ signal }) => (await call(priceCalls.practices, { signal })).data,
  meta: { topics: ['catalogue'] },
})
