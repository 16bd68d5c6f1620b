import { isDeepStrictEqual } from 'node:util'
import { recordDeed } from '#features/audit/server/sql.ts'
import type { CaseStatus } from '#features/cases/contract.ts'
import { insertEvent, type OrderChange, setOrder } from '#features/cases/server/changes-sql.ts'
import { showsFiles } from '#features/cases/server/entry-sql.ts'
import { problem } from '#kit/problem.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { orderRefusals } from '../contract.ts'
import type { Said } from './said.ts'
import { isBilledHere, type LockedCase } from './sql.ts'

export type Refuse = (code: keyof typeof orderRefusals) => never
type Call = { requestId: string; refuse: Refuse }

/**
 * Applies what the program said; false if everything was so already, which leaves no line on the timeline and notifies
 * nobody.
 */
export async function moveCase(
  program: Program,
  order: LockedCase,
  said: Said,
  { requestId, refuse }: Call,
): Promise<boolean> {
  const status = said.status ?? order.status
  const isMove = status !== order.status
  if (said.hold && status !== 'on_hold')
    throw problem('input_invalid', { errors: [{ path: 'hold', code: 'not_allowed' }] })
  if (isMove && status === 'on_hold' && !said.hold)
    throw problem('input_invalid', { errors: [{ path: 'hold', code: 'required' }] })
  if (isMove && !canGo(order.status, status)) return refuse('status_not_allowed')
  if (isMove && status === 'invoiced' && (await isBilledHere(program, order.id))) return refuse('billed_here')

  const asks = said.hold && { reason: said.hold.reason, question: said.hold.question ?? null }
  const isAsked =
    asks !== undefined && !isDeepStrictEqual(asks, { reason: order.holdReason, question: order.holdQuestion })
  const isNewDay = said.deliveryDate !== undefined && (said.deliveryDate !== order.deliveryOn || !order.isConfirmed)
  const parcel = said.tracking === undefined ? undefined : parcelOf(said.tracking)
  const isNewParcel =
    parcel !== undefined &&
    !isDeepStrictEqual(parcel, {
      carrier: order.carrier,
      tracking_number: order.trackingNumber,
      tracking_url: order.trackingUrl,
    })
  if (!isMove && !isAsked && !isNewDay && !isNewParcel && !said.note) return false
  if ((isNewDay || isNewParcel) && isOver(order.status)) return refuse('order_over')

  const change: OrderChange = {
    // The practice's changes stay marked for people: the software may not have read them yet.
    ...(isMove ? { status, held_from: status === 'on_hold' ? order.status : null } : {}),
    ...(isMove || isAsked
      ? {
          hold_reason: asks?.reason ?? null,
          hold_question: asks?.question ?? null,
          hold_answer: null,
          hold_answered_by: null,
        }
      : {}),
    ...(isNewDay && said.deliveryDate ? { delivery_on: said.deliveryDate } : {}),
    ...(isNewParcel ? parcel : {}),
  }
  const lines = [asks?.question ?? undefined, said.note].filter(words => words !== undefined)
  const isRefused = isMove && status === 'cancelled'
  const showed = isRefused && (await showsFiles(program, order.id))
  if (!isRefused && Object.keys(change).length > 0) await setOrder(program, order, change)
  if (isMove || isAsked || said.note)
    for (const note of lines.length > 0 ? lines : [undefined]) await insertEvent(program, order.id, { status, note })
  // The reason is inserted first: cancelling an entered case also erases the patient's name from its timeline.
  if (isRefused) await setOrder(program, order, change)
  if (showed && !(await showsFiles(program, order.id)))
    await recordDeed(program, 'attachment_removed', requestId, order.id)
  await recordDeed(program, 'order_status_changed', requestId, order.id)
  return true
}

const isOver = (status: CaseStatus) => status === 'delivered' || status === 'invoiced' || status === 'cancelled'

/** Mirrors `orders__status_moves`: cases that are over stay so, except that delivered ones may be invoiced. */
const canGo = (from: CaseStatus, to: CaseStatus) =>
  isOver(from)
    ? from === 'delivered' && to === 'invoiced'
    : to !== 'unknown' && (to !== 'on_hold' || ['registered', 'in_preparation', 'in_production'].includes(from))

const parcelOf = (tracking: NonNullable<Said['tracking']> | null) => ({
  carrier: tracking?.carrier ?? null,
  tracking_number: tracking?.number ?? null,
  tracking_url: tracking?.url ?? null,
})
