import * as v from 'valibot'
import { data, endpoint, Instant } from '#kit/contract.ts'

const Feed = v.object({ createdAt: Instant })
export type Feed = v.InferOutput<typeof Feed>

export const calendarCalls = {
  find: endpoint({
    method: 'GET',
    path: '/api/calendar',
    needs: 'portal',
    summary: 'Whether this user has a calendar feed, and since when; its address is shown only when it is made',
    reply: data(v.nullable(Feed)),
  }),
  // Without an Idempotency-Key, because its stored answer would contain the secret. When called twice, the latest address is
  // valid.
  make: endpoint({
    method: 'POST',
    path: '/api/calendar',
    needs: 'portal',
    summary: 'Makes the secret of this user’s calendar feed, at /api/calendar/{secret}; an earlier one ends',
    status: 201,
    reply: data(v.object({ secret: v.string(), createdAt: Instant })),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/calendar',
    needs: 'portal',
    summary: 'Ends the calendar feed of this user',
    status: 204,
  }),
  feed: endpoint({
    method: 'GET',
    path: '/api/calendar/:secret',
    needs: 'nothing',
    summary: 'Deliveries, appointments, pickups and absences as iCalendar (RFC 5545), for calendar programs',
    views: 'calendar_viewed',
    reply: 'binary',
  }),
}
