import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'

/** It was promised for a weekday that the practice has given up since: not an absence, its days. */
const isMovedForDays = sql<boolean>`case when orders.moved_from_on is null then false else exists (
  select from practices p
  where p.brand_id = orders.brand_id and p.id = orders.practice_id
    and (extract(isodow from orders.moved_from_on)::int = any(p.delivery_days::smallint[])) is not true) end`

/**
 * What `excused_on` becomes where the laboratory sets another day: up to where the practice's own absences had moved it nothing is
 * late, unless it was late before (`owedOn`, rules.ts). Of `orders` as it stands before the update.
 */
export const excusedBySetting = sql<Day | null>`case
  when orders.moved_from_on <= greatest(orders.first_delivery_on, orders.excused_on)
    and orders.delivery_on > greatest(orders.first_delivery_on, orders.excused_on) then orders.delivery_on
  else orders.excused_on end`

/** All that decides how a delivery is displayed: what rules.ts calls `Promised`. */
export const shownOfPromise = [
  'orders.status',
  'orders.delivery_on as deliveryDate',
  'orders.first_delivery_on as firstDeliveryOn',
  'orders.is_delivery_confirmed as isDeliveryConfirmed',
  'orders.moved_from_on as movedFromOn',
  isMovedForDays.as('isMovedForDays'),
  'orders.excused_on as excusedOn',
] as const
