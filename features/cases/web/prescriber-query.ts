import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { caseListCalls } from '../list-contract.ts'

/** Names of prescribers, as on the cases. */
export const prescribersOf = queryOptions({
  queryKey: ['orders', 'prescribers'],
  queryFn: async ({ signal }) => (await call(caseListCalls.listPrescribers, { signal })).data,
  meta: { topics: ['orders'] },
  throwOnError: false,
})
