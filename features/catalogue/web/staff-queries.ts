import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffCatalogueCalls } from '../staff-contract.ts'

export const staffCatalogue = queryOptions({
  queryKey: ['catalogue', 'staff'],
  queryFn: async ({ signal }) => (await call(staffCatalogueCalls.list, { signal })).data,
  meta: { topics: ['catalogue'] },
})

export const productVersions = (reference: string) =>
  queryOptions({
    queryKey: ['catalogue', 'staff', reference],
    queryFn: async ({ signal }) => (await call(staffCatalogueCalls.versions, { params: { reference }, signal })).data,
    meta: { topics: ['catalogue'] },
  })
