import type { Day } from '#kit/day.ts'
import type { CaseStatus } from '../contract.ts'
import type { Promised } from '../rules.ts'

/** All that decides how a delivery is displayed. */
export const shownOfPromise = [
  'orders.status',
  'orders.delivery_on',
  'orders.first_delivery_on',
  'orders.is_delivery_confirmed',
  'orders.moved_from_on',
  'orders.excused_on',
] as const

type PromiseRow = {
  status: CaseStatus
  delivery_on: Day | null
  first_delivery_on: Day | null
  is_delivery_confirmed: boolean
  moved_from_on: Day | null
  excused_on: Day | null
}

export const promisedOf = (row: PromiseRow): Promised => ({
  status: row.status,
  deliveryOn: row.delivery_on,
  firstDeliveryOn: row.first_delivery_on,
  isDeliveryConfirmed: row.is_delivery_confirmed,
  movedFromOn: row.moved_from_on,
  excusedOn: row.excused_on,
})
