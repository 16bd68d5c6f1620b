import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import type { Change } from '../input.ts'
import { staffCalendarCalls } from '../staff-contract.ts'

export const staffCalendar = queryOptions({
  queryKey: ['calendar', 'staff'],
  queryFn: async ({ signal }) => (await call(staffCalendarCalls.show, { signal })).data,
  meta: { topics: ['closures'] },
})

/** The promised deliveries a change would affect. */
export const effectOf = (change: Change) =>
  queryOptions({
    queryKey: ['calendar', 'staff', change],
    queryFn: async ({ signal }) => (await call(staffCalendarCalls.look, { body: { change }, signal })).data,
    meta: { topics: ['closures'] },
  })
