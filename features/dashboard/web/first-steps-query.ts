import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { firstStepCalls } from '../first-steps-contract.ts'

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: async ({ signal }) => (await call(firstStepCalls.show, { signal })).data,
  meta: { topics: ['brand', 'catalogue', 'closures'] },
})
