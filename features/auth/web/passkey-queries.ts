import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { passkeyCalls } from '../passkey-contract.ts'

export const passkeyList = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call(passkeyCalls.list, { signal })).data,
  meta: { topics: [] },
})
