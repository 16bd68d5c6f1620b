import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffAccountCalls } from '../contract.ts'

export const accountChangesQuery = queryOptions({
  queryKey: ['account-changes'],
  queryFn: async ({ signal }) => (await call(staffAccountCalls.list, { signal })).data,
  meta: { topics: ['account'] },
})

export const movedByDays = (practiceId: string, days: readonly number[]) =>
  queryOptions({
    queryKey: ['account-changes', 'moves', practiceId, days],
    queryFn: async ({ signal }) =>
      (await call(staffAccountCalls.moves, { params: { id: practiceId }, body: { deliveryDays: [...days] }, signal }))
        .data,
    meta: { topics: ['closures', 'orders'] },
    staleTime: 0,
  })
