import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffCapacityCalls } from '../staff-contract.ts'

export const capacity = queryOptions({
  queryKey: ['capacity'],
  queryFn: async ({ signal }) => (await call(staffCapacityCalls.show, { signal })).data,
  meta: { topics: ['closures', 'catalogue', 'language'] },
  // How much is promised changes with every order: read as it is when somebody looks.
  staleTime: 0,
})
