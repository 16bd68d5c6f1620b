import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { type complaintStates, staffComplaintCalls } from '../contract.ts'

export type ComplaintSearch = { state?: (typeof complaintStates)[number] | undefined; page?: number | undefined }

/** Topic `orders` because reporting a problem changes its case. */
export const complaintList = ({ state = 'open', page = 1 }: ComplaintSearch) =>
  queryOptions({
    queryKey: ['complaints', state, page],
    queryFn: ({ signal }) => call(staffComplaintCalls.list, { query: { state, page }, signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['sheets', 'orders'] },
  })
