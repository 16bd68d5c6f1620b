import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { NewSupplyOrder, supplyTabs } from './input.ts'

export const SupplyOrderStatus = v.picklist(['requested', 'prepared', 'sent', 'cancelled'])
export type SupplyOrderStatus = v.InferOutput<typeof SupplyOrderStatus>

const Quantity = v.pipe(v.number(), v.integer())

export const Supply = v.object({
  name: v.string(),
  /** In the reader's language. */
  label: v.string(),
  /** Quantities to choose from, the default first; when empty, one is sent. */
  options: v.array(Quantity),
})
export type Supply = v.InferOutput<typeof Supply>

export const SupplyOrder = v.object({
  id: Id,
  createdAt: Instant,
  status: SupplyOrderStatus,
  createdBy: v.string(),
  supplies: v.array(v.object({ name: v.string(), label: v.string(), quantity: Quantity })),
})
export type SupplyOrder = v.InferOutput<typeof SupplyOrder>

export const supplyCalls = {
  available: endpoint({
    method: 'GET',
    path: '/api/available-supplies',
    needs: 'supplies',
    summary: 'What can be requested, in the reader’s language',
    reply: data(v.array(Supply)),
  }),
  order: endpoint({
    method: 'POST',
    path: '/api/supply-orders',
    needs: 'supplies',
    summary: 'Requests supplies',
    status: 201,
    creates: true,
    body: NewSupplyOrder,
    reply: data(SupplyOrder),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/supply-orders',
    needs: 'supplies',
    summary: 'The last hundred requests of the practice, latest first',
    reply: data(v.array(SupplyOrder)),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/supply-orders/:id/cancel',
    needs: 'supplies',
    summary: 'Takes a request back that the laboratory has not prepared yet',
    status: 204,
    refusals: { supplies_prepared: 409 },
  }),
}

export const StaffSupplyOrder = v.object({
  ...SupplyOrder.entries,
  practice: v.object({ id: Id, name: v.string() }),
  /** The person who changed the status last; null when nobody has. */
  movedBy: v.nullable(v.string()),
  movedAt: v.nullable(Instant),
  /** Statuses reachable with one press; none for a request that the practice has cancelled. */
  next: v.array(SupplyOrderStatus),
})
export type StaffSupplyOrder = v.InferOutput<typeof StaffSupplyOrder>

export const staffSupplyCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/supply-orders',
    needs: 'delivery',
    summary: 'Requests for supplies: those to be packed or sent, oldest first, or the last hundred that are done',
    query: v.strictObject({ tab: v.optional(v.picklist(supplyTabs), 'open') }),
    reply: data(v.array(StaffSupplyOrder)),
  }),
  setStatus: endpoint({
    method: 'POST',
    path: '/api/staff/supply-orders/:id/status',
    needs: 'delivery',
    summary: 'Says that supplies are prepared or sent, cancels their request, or takes that back',
    status: 204,
    body: v.strictObject({ status: SupplyOrderStatus }),
    refusals: { status_not_allowed: 409 },
  }),
}
