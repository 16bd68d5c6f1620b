import { sql } from 'kysely'

/** It was promised for a weekday that the practice has given up since: not an absence, its days. */
const isMovedForDays = sql<boolean>`case when orders.moved_from_on is null then false else exists (
  select from practices p
  where p.brand_id = orders.brand_id and p.id = orders.practice_id
    and (extract(isodow from orders.moved_from_on)::int = any(p.delivery_days::smallint[])) is not true) end`

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
