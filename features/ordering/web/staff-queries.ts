import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { type StaffPromiseQuestion, staffOrderingCalls } from '../staff-contract.ts'

export const offeredTo = (id: string | undefined) =>
  queryOptions({
    queryKey: ['staff', 'ordering', id],
    queryFn: id
      ? async ({ signal }) => (await call(staffOrderingCalls.prepare, { params: { id }, signal })).data
      : skipToken,
    meta: { topics: ['closures', 'language'] },
  })

export const patientsOf = (id: string, code: string) =>
  queryOptions({
    queryKey: ['staff', 'ordering', id, 'patients', code],
    queryFn: async ({ signal }) =>
      (await call(staffOrderingCalls.patients, { params: { id }, query: { code }, signal })).data,
    meta: { topics: ['orders'] },
  })

/** Keeps the previous answer until the next one arrives. */
export const promiseFor = (id: string, body: StaffPromiseQuestion | undefined) =>
  queryOptions({
    queryKey: ['staff', 'ordering', id, 'promise', body],
    queryFn: body
      ? async ({ signal }) => (await call(staffOrderingCalls.promise, { params: { id }, body, signal })).data
      : skipToken,
    placeholderData: before => before,
    meta: { topics: ['closures', 'orders', 'rides'] },
  })
