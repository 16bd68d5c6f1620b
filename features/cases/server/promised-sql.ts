/** All that decides how a delivery is displayed: what rules.ts calls `Promised`. */
export const shownOfPromise = [
  'orders.status',
  'orders.delivery_on as deliveryDate',
  'orders.first_delivery_on as firstDeliveryOn',
  'orders.is_delivery_confirmed as isDeliveryConfirmed',
  'orders.moved_from_on as movedFromOn',
  'orders.excused_on as excusedOn',
] as const
