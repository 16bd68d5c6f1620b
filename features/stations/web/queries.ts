import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { stationCalls } from '../contract.ts'

export const stationList = queryOptions({
  queryKey: ['stations'],
  queryFn: async ({ signal }) => (await call(stationCalls.list, { signal })).data,
  meta: { topics: ['stations'] },
})
