import { removePhotosTakenBack } from '#features/attachments/server/hand-over-photo-sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { hasArrived } from '#features/cases/rules.ts'
import { insertNote, insertStep, lockOrder, lockOrders, setOrder } from '#features/cases/server/changes-sql.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import { inEach } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { newDayNote, notReceivedNote, takenBackNote } from './hand-over-note.ts'
import { findDelivery, isBilled } from './taking-back-sql.ts'

type Taking = { orderIds: readonly string[]; reason: string; deliveryDate?: Day | undefined; requestId: string }

/** All or none, with the reason; `order_events__taken_back` checks again. */
export async function takeBack(staff: Staff, { orderIds, reason, deliveryDate, requestId }: Taking) {
  const today = dayInZone(new Date(), staff.timeZone)
  if (deliveryDate && deliveryDate < today)
    throw problem('input_invalid', { errors: [{ path: 'deliveryDate', code: 'in_the_past' }] })
  const wanted = [...new Set(orderIds)]
  const orders = await lockOrders(staff, wanted)
  if (orders.length < wanted.length) throw problem('not_found')
  for (const order of orders) {
    if (order.status === 'invoiced') return 'billed_already'
    if (order.status !== 'delivered') return 'not_delivered'
    const delivery = await findDelivery(staff, order.id)
    if (!delivery) return 'not_delivered'
    if (await isBilled(staff, order.id)) return 'billed_already'
    if (delivery.isByPractice) return 'received_by_practice'
    if (!delivery.isOfToday) return 'day_is_over'
    const { sequence, isFromBench, promisedOn } = delivery
    // A case promised for later and handed over early does not become late.
    const movedTo = promisedOn !== deliveryDate && (promisedOn ?? today) <= today ? deliveryDate : undefined
    const status = isFromBench ? 'in_production' : 'shipped'
    await insertStep(staff, order.id, {
      status,
      note: inEach(language => takenBackNote(reason, language)),
      takesBack: isFromBench ? sequence - 1 : sequence,
    })
    if (await removePhotosTakenBack(staff, order.id)) await recordDeed(staff, 'attachment_removed', requestId, order.id)
    await setOrder(staff, order, { status, ...(movedTo && { delivery_on: movedTo }) })
    if (movedTo)
      await insertNote(
        staff,
        order.id,
        inEach(language => newDayNote(movedTo, language)),
      )
    await recordDeed(staff, 'delivery_taken_back', requestId, order.id)
  }
  return undefined
}

/**
 * Withdraws the practice's own confirmation only; `order_events__taken_back` knows whether it is billed, which a practice
 * doctor may not see.
 */
export async function takeReceptionBack(user: PracticeUser, orderId: string, requestId: string) {
  const order = await lockOrder(user, orderId)
  if (!order) throw problem('not_found')
  const delivery = hasArrived(order) ? await findDelivery(user, order.id) : undefined
  if (!delivery) return 'not_received'
  if (!delivery.isByPractice) return 'handed_over'
  if (!delivery.isOfToday) return 'day_is_over'
  if (order.status !== 'delivered') return 'reception_stands'
  const line = { status: 'shipped', note: inEach(notReceivedNote), takesBack: delivery.sequence } as const
  const isBilled = await insertStep(user, order.id, line).then(
    () => false,
    error => {
      if (violates(error, 'order_events__taken_back')) return true
      throw error
    },
  )
  if (isBilled) return 'reception_stands'
  await setOrder(user, order, { status: 'shipped' })
  await recordDeed(user, 'reception_taken_back', requestId, order.id)
  return undefined
}
