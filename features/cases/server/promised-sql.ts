import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'

/** It was promised for a weekday on which the practice no longer takes deliveries: its days changed, not an absence. */
const isMovedForDays = sql<boolean>`case when orders.moved_from_on is null then false else exists (
  select from practices p
  where p.brand_id = orders.brand_id and p.id = orders.practice_id
    and (extract(isodow from orders.moved_from_on)::int = any(p.delivery_days::smallint[])) is not true) end`

/**
 * The new `excused_on` when the laboratory sets another day: the day to which the practice's absences had moved it, unless
 * it was late before (`owedOn` in rules.ts). Reads `orders` as before the update.
 */
export const excusedBySetting = sql<Day | null>`case
  when orders.moved_from_on <= greatest(orders.first_delivery_on, orders.excused_on)
    and orders.delivery_on > greatest(orders.first_delivery_on, orders.excused_on) then orders.delivery_on
  else orders.excused_on end`

/** The columns that decide how a delivery is displayed (`Promised` in rules.ts). */
export const shownOfPromise = [
  'orders.status',
  'orders.delivery_on as deliveryDate',
  'orders.first_delivery_on as firstDeliveryOn',
  'orders.is_delivery_confirmed as isDeliveryConfirmed',
  'orders.moved_from_on as movedFromOn',
  isMovedForDays.as('isMovedForDays'),
  'orders.excused_on as excusedOn',
] as const
