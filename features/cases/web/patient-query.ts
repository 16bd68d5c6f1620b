import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { caseCalls } from '../contract.ts'

/** Named by one of their cases: what a practice calls a patient stands in no address. */
export const patientOf = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'patient', id],
    queryFn: async ({ signal }) => (await call(caseCalls.findPatient, { params: { id }, signal })).data,
    meta: { topics: ['orders', 'invoices', 'language'] },
    throwOnError: error => error instanceof Problem && error.status === 403,
  })
