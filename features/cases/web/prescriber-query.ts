import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { caseCalls } from '../contract.ts'

/** By name, as the cases say them. */
export const prescribersOf = queryOptions({
  queryKey: ['orders', 'prescribers'],
  queryFn: async ({ signal }) => (await call(caseCalls.listPrescribers, { signal })).data,
  meta: { topics: ['orders'] },
  throwOnError: false,
})
