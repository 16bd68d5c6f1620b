import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { mergingCalls } from '../merging-contract.ts'

export const mergingOf = (stayingId: string, goingId: string) =>
  queryOptions({
    queryKey: ['practices', 'merging', stayingId, goingId],
    queryFn:
      stayingId && goingId
        ? ({ signal }) => call(mergingCalls.look, { params: { id: stayingId }, query: { goingId }, signal })
        : skipToken,
    meta: { topics: ['signups', 'orders'] },
  })
