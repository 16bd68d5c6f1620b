import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import type { CapacityTried } from '../input.ts'
import { staffCapacityCalls } from '../staff-contract.ts'

export const capacity = queryOptions({
  queryKey: ['capacity'],
  queryFn: async ({ signal }) => (await call(staffCapacityCalls.show, { signal })).data,
  meta: { topics: ['closures', 'catalogue', 'language'] },
  // How much is promised changes with every order, and who is away with every absence: read as it is when somebody looks.
  staleTime: 0,
})

/** What it would move to count like this: `asked` is that, written out. */
export const capacityEffect = (asked: string) =>
  queryOptions({
    queryKey: ['capacity', 'effect', asked],
    queryFn: async ({ signal }) => {
      const body: CapacityTried = JSON.parse(asked)
      return (await call(staffCapacityCalls.tryWeeks, { body, signal })).data
    },
    meta: { topics: ['closures', 'catalogue'] },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
