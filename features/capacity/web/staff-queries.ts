import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import type { CapacityTried } from '../input.ts'
import { staffCapacityCalls } from '../staff-contract.ts'

export const capacity = queryOptions({
  queryKey: ['capacity'],
  queryFn: async ({ signal }) => (await call(staffCapacityCalls.show, { signal })).data,
  meta: { topics: ['closures', 'catalogue', 'language'] },
  // The load changes with every order, and absences with every declaration, so it is always read anew.
  staleTime: 0,
})

/** The effect of these settings; `asked` is their JSON. */
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
