import * as v from 'valibot'
import { Day, data, endpoint } from '#kit/contract.ts'
import { TakenBack } from './taking-back-input.ts'

const takingBack = {
  method: 'POST',
  summary: 'Says that cases were not delivered after all: within the day, all of them or none, and why',
  status: 204,
  body: TakenBack,
  refusals: { not_delivered: 409, received_by_practice: 409, billed_already: 409, day_is_over: 409 },
} as const

const nextDay = {
  method: 'GET',
  summary: 'The next day after today on which something can be delivered to the practice of a case',
  reply: data(v.object({ nextDate: v.nullable(Day) })),
} as const

/** Both kinds of users who can mark a case delivered can take that back: drivers and the bench. */
export const takingBackCalls = {
  driver: endpoint({ ...takingBack, path: '/api/staff/deliveries/taken-back', needs: 'delivery' }),
  bench: endpoint({ ...takingBack, path: '/api/staff/orders/taken-back', needs: 'production' }),
}

export const nextDayCalls = {
  driver: endpoint({ ...nextDay, path: '/api/staff/deliveries/:id/next-day', needs: 'delivery' }),
  bench: endpoint({ ...nextDay, path: '/api/staff/orders/:id/next-day', needs: 'production' }),
}
