import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { caseCalls } from '../contract.ts'

/** Identified by one of their cases: neither a patient's name nor code appears in an address. */
export const patientOf = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'patient', id],
    queryFn: async ({ signal }) => (await call(caseCalls.findPatient, { params: { id }, signal })).data,
    meta: { topics: ['orders', 'invoices', 'language'] },
    throwOnError: error => error instanceof Problem && error.status === 403,
  })
