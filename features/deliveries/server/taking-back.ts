import { recordDeed } from '#features/audit/server/sql.ts'
import { insertEvent, lockOrders, setOrder } from '#features/cases/server/changes-sql.ts'
import { problem } from '#kit/problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { takenBackNote } from './hand-over-note.ts'
import { findDelivery } from './taking-back-sql.ts'

type Taking = { orderIds: readonly string[]; reason: string; requestId: string }

/** All of them, or none and why; `order_events__taken_back` judges again. */
export async function takeBack(staff: Staff, { orderIds, reason, requestId }: Taking) {
  const wanted = [...new Set(orderIds)]
  const orders = await lockOrders(staff, wanted)
  if (orders.length < wanted.length) throw problem('not_found')
  for (const order of orders) {
    if (order.status === 'invoiced') return 'billed_already'
    if (order.status !== 'delivered') return 'not_delivered'
    const delivery = await findDelivery(staff, order.id)
    if (!delivery) return 'not_delivered'
    if (delivery.isBilled) return 'billed_already'
    if (delivery.isByPractice) return 'received_by_practice'
    if (!delivery.isOfToday) return 'day_is_over'
    const { sequence, isFromBench } = delivery
    const status = isFromBench ? 'in_production' : 'shipped'
    await insertEvent(staff, order.id, {
      status,
      note: takenBackNote(reason, staff.language),
      takesBack: isFromBench ? sequence - 1 : sequence,
    })
    await setOrder(staff, order, { status })
    await recordDeed(staff, 'delivery_taken_back', requestId, order.id)
  }
  return undefined
}
