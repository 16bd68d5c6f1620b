import { recordDeed, recordDeedOnCases } from '#features/audit/server/sql.ts'
import { heldBack } from '#features/traceability/server/unsigned-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import type { CaseStatus } from '../contract.ts'
import { staffCaseCalls } from '../staff-contract.ts'
import { canMoveTogether, movesOf } from '../staff-rules.ts'
import { insertEvent, lockOrder, lockOrders, type OrderChange, setOrder } from './changes-sql.ts'
import { showsFiles } from './entry-sql.ts'
import { findMeanwhile, isTechnician, setTechnician } from './staff-case-sql.ts'
import { writeMessage } from './write-message.ts'

export function staffCaseActRoutes(api: Api) {
  on(api, staffCaseCalls.setStatus, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const { status, from, hold, note, deliveryDate } = body
    const order = await lockOrder(staff, params.id)
    if (!order) throw problem('not_found')
    if (from !== undefined && from !== order.status)
      return refuse('changed_meanwhile', { present: await findMeanwhile(staff, order.id) })
    const isMove = status !== order.status
    if (status !== 'on_hold' && hold)
      throw problem('input_invalid', { errors: [{ path: 'hold', code: 'not_allowed' }] })
    if (status === 'on_hold' && isMove && !hold)
      throw problem('input_invalid', { errors: [{ path: 'hold', code: 'required' }] })
    if (isMove && !movesOf({ status: order.status, heldFrom: order.held_from }).includes(status))
      return refuse('status_not_allowed')
    if (isMove && status === 'shipped' && (await heldBack(staff, [order.id])).size > 0) return refuse('sheet_unsigned')
    // When two users press the same button, the second finds nothing to do.
    if (!isMove && !hold && !note && !deliveryDate) return refuse('status_not_allowed')

    const change = {
      ...(isMove ? { status, changed_at: null, held_from: status === 'on_hold' ? order.status : null } : {}),
      ...(isMove || hold ? holdOf(hold) : {}),
      ...(deliveryDate ? { delivery_on: deliveryDate } : {}),
    }
    // A note alone does not change the case; a retry after a lost answer must not add it twice.
    const isNoteAlone = Object.keys(change).length === 0
    const isRefused = isMove && status === 'cancelled'
    const showed = isRefused && (await showsFiles(staff, order.id))
    if (!isNoteAlone && !isRefused) await setOrder(staff, order, change)
    // The question stays on the timeline as a line, since the hold and its answer are cleared once the case continues.
    const lines = [hold?.question, note].filter(words => words !== undefined)
    if (isMove || lines.length > 0)
      for (const words of lines.length > 0 ? lines : [undefined])
        await insertEvent(staff, order.id, { status, note: words, withinMinutes: isNoteAlone ? 5 : 0 })
    // The reason is inserted first: cancelling an entered case also erases the patient's name from its timeline and removes
    // the laboratory's files.
    if (isRefused) await setOrder(staff, order, change)
    if (showed && !(await showsFiles(staff, order.id)))
      await recordDeed(staff, 'attachment_removed', requestId, order.id)
    await recordDeed(staff, 'order_status_changed', requestId, order.id)
    return undefined
  })

  on(api, staffCaseCalls.move, asStaff, async ({ actor: staff, body: { status, cases }, requestId }) => {
    if (!canMoveTogether(status)) throw problem('input_invalid', { errors: [{ path: 'status', code: 'not_allowed' }] })
    // In the order of ids, so that concurrent moves of the same cases do not deadlock.
    const outcomes = new Map<string, Outcome>()
    const ids = cases.map(({ id }) => id)
    if (status === 'shipped') {
      // Locked first, so that the sheets checked here are still the same when the cases leave.
      await lockOrders(staff, ids)
      for (const id of await heldBack(staff, ids)) outcomes.set(id, 'sheet_unsigned')
    }
    for (const { id, from } of cases.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      outcomes.set(id, outcomes.get(id) ?? (await moveOne(staff, { id, from, status, requestId })))
    return { data: [...outcomes].map(([id, outcome]) => ({ id, outcome })) }
  })

  on(api, staffCaseCalls.assign, asStaff, async ({ actor: staff, body: { ids, technicianId }, refuse, requestId }) => {
    if (technicianId && !(await isTechnician(staff, technicianId))) return refuse('not_of_the_team')
    const all = [...new Set(ids)]
    // All or nothing.
    if ((await lockOrders(staff, all)).length < all.length) throw problem('not_found')
    await setTechnician(staff, all, technicianId)
    await recordDeedOnCases(staff, 'order_assigned', requestId, all)
    return undefined
  })

  on(api, staffCaseCalls.sendMessage, asStaff, async ({ actor: staff, params, body, requestId }) => ({
    data: await writeMessage(staff, params.id, body.body, requestId),
  }))
}

type Outcome = 'moved' | 'changed_meanwhile' | 'status_not_allowed' | 'sheet_unsigned' | 'not_found'
type Move = { id: string; from: CaseStatus; status: CaseStatus; requestId: string }

async function moveOne(staff: Staff, { id, from, status, requestId }: Move): Promise<Outcome> {
  const order = await lockOrder(staff, id)
  if (!order) return 'not_found'
  if (order.status !== from) return 'changed_meanwhile'
  // Checked before writing: a database error would end the transaction for the other cases too.
  if (!movesOf({ status: from, heldFrom: order.held_from }).includes(status)) return 'status_not_allowed'
  await setOrder(staff, order, { status, changed_at: null, held_from: null, ...holdOf(undefined) })
  await insertEvent(staff, id, { status })
  await recordDeed(staff, 'order_status_changed', requestId, id)
  return 'moved'
}

/** A new question without an answer yet, or none. */
const holdOf = (
  hold: { reason: NonNullable<OrderChange['hold_reason']>; question?: string | undefined } | undefined,
) => ({
  hold_reason: hold?.reason ?? null,
  hold_question: hold?.question ?? null,
  hold_answer: null,
  hold_answered_by: null,
})
