import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffBrandCalls } from '../staff-contract.ts'

export const staffBrand = queryOptions({
  queryKey: ['brand', 'staff'],
  queryFn: async ({ signal }) => (await call(staffBrandCalls.show, { signal })).data,
  meta: { topics: ['brand', 'catalogue'] },
})
