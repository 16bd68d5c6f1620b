import * as v from 'valibot'
import { PickedUpCase, RideStatus, Shift } from '#features/rides/contract.ts'
import { SupplyOrderStatus } from '#features/supplies/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'

const Visited = v.object({
  id: Id,
  name: v.string(),
  externalIds: v.array(v.string()),
  /** Its people are kept out and call nothing off: that is the laboratory's to do. */
  isDisabled: v.boolean(),
})

const Pickup = v.object({
  id: Id,
  date: Day,
  shift: Shift,
  status: RideStatus,
  complementaryInformation: v.nullable(v.string()),
  practice: Visited,
  /** The cases it takes or has taken: they are not bound to a pickup, and a cancelled one leaves them to the next. */
  orders: v.array(v.object({ ...PickedUpCase.entries, externalId: v.nullable(v.string()) })),
  /** The statuses it can be moved to; empty once the practice has cancelled it. */
  next: v.array(RideStatus),
})

const SuppliesToSend = v.object({
  id: Id,
  createdAt: Instant,
  status: SupplyOrderStatus,
  practice: Visited,
  supplies: v.array(v.object({ name: v.string(), label: v.string(), quantity: v.pipe(v.number(), v.integer()) })),
  /** The statuses it can be moved to; empty once the practice has withdrawn it. */
  next: v.array(SupplyOrderStatus),
})

/** What drivers pick up and deliver besides the work; under the portal's ids, since practices request it here. */
export const integrationDriverCalls = {
  rides: endpoint({
    method: 'GET',
    path: '/api/integration/v1/rides',
    needs: 'integration',
    summary:
      'All pickups from a week ago on, 200 at once, by their ids, those called off too; and what each takes, a hundred cases at most',
    query: v.strictObject({ after: v.optional(Id) }),
    reply: v.object({ data: v.array(Pickup), hasMore: v.boolean() }),
  }),
  ride: endpoint({
    method: 'GET',
    path: '/api/integration/v1/rides/:id',
    needs: 'integration',
    summary: 'A pickup, whatever its day',
    reply: data(Pickup),
  }),
  setRide: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/rides/:id',
    needs: 'integration',
    summary: 'Plans a pickup, says that it is done or that nobody was there, cancels it, or takes that back',
    status: 204,
    body: v.strictObject({ from: RideStatus, status: RideStatus }),
    /** `changed_meanwhile` carries the current status as `present`. */
    refusals: { status_not_allowed: 409, changed_meanwhile: 409, ride_exists: 409 },
  }),
  supplyOrders: endpoint({
    method: 'GET',
    path: '/api/integration/v1/supply-orders',
    needs: 'integration',
    summary: 'Requests for supplies that are to be prepared or sent, oldest first, 500 at most',
    reply: data(v.array(SuppliesToSend)),
  }),
  supplyOrder: endpoint({
    method: 'GET',
    path: '/api/integration/v1/supply-orders/:id',
    needs: 'integration',
    summary: 'A request for supplies, also once they are sent',
    reply: data(SuppliesToSend),
  }),
  setSupplyOrder: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/supply-orders/:id',
    needs: 'integration',
    summary: 'Says that supplies are prepared or sent, cancels their request, or takes that back',
    status: 204,
    body: v.strictObject({ from: SupplyOrderStatus, status: SupplyOrderStatus }),
    refusals: { status_not_allowed: 409, changed_meanwhile: 409 },
  }),
}
