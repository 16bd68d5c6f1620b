import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { NewSupplyOrder } from './input.ts'

export const SupplyOrderStatus = v.picklist(['requested', 'prepared', 'sent', 'cancelled'])
export type SupplyOrderStatus = v.InferOutput<typeof SupplyOrderStatus>

const Quantity = v.pipe(v.number(), v.integer())

export const Supply = v.object({
  name: v.string(),
  /** In the reader's language. */
  label: v.string(),
  /** Quantities to choose from, the default first; none means that one is sent. */
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
}

/** The laboratory's side, until the console does it on screens. */
export const staffSupplyCalls = {
  setStatus: endpoint({
    method: 'POST',
    path: '/api/staff/supply-orders/:id/status',
    needs: 'delivery',
    summary: 'Says that supplies are prepared or sent, or cancels their request',
    status: 204,
    body: v.strictObject({ status: v.picklist(['prepared', 'sent', 'cancelled']) }),
    refusals: { status_not_allowed: 409 },
  }),
}
