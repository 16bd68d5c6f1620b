import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffCaseCalls } from '../contract.ts'
import { writeMessage } from './change-routes.ts'
import { insertEvent, lockOrder, type OrderChange, setOrder } from './changes-sql.ts'

/** The laboratory's side of a case. */
export function staffCaseRoutes(api: Api) {
  on(api, staffCaseCalls.setStatus, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const { status, hold, note, deliveryDate } = body
    const order = await lockOrder(staff, params.id)
    if (!order) throw problem('not_found')
    const isMove = status !== order.status
    if (status !== 'on_hold' && hold)
      throw problem('input_invalid', { errors: [{ path: 'hold', code: 'not_allowed' }] })
    if (status === 'on_hold' && isMove && !hold)
      throw problem('input_invalid', { errors: [{ path: 'hold', code: 'required' }] })
    // Two who press the same button: the second has nothing to do there.
    if (!isMove && !hold && !note && !deliveryDate) return refuse('status_not_allowed')

    const change = {
      ...(isMove ? { status, held_from: status === 'on_hold' ? order.status : null } : {}),
      ...(isMove || hold ? holdOf(hold) : {}),
      ...(deliveryDate ? { delivery_on: deliveryDate } : {}),
    }
    // A note alone changes nothing of the case itself.
    if (Object.keys(change).length > 0) {
      await setOrder(staff, order, change).catch(error => {
        if (violates(error, 'orders__status_moves')) refuse('status_not_allowed')
        throw error
      })
    }
    if (isMove || note) await insertEvent(staff, order.id, { status, note })
    await recordDeed(staff, 'order_status_changed', requestId, order.id)
    return undefined
  })

  on(api, staffCaseCalls.sendMessage, asStaff, async ({ actor: staff, params, body, requestId }) => ({
    data: await writeMessage(staff, params.id, body.body, requestId),
  }))
}

/** What is asked, not answered yet; or nothing any more. */
const holdOf = (
  hold: { reason: NonNullable<OrderChange['hold_reason']>; question?: string | undefined } | undefined,
) => ({
  hold_reason: hold?.reason ?? null,
  hold_question: hold?.question ?? null,
  hold_answer: null,
  hold_answered_by: null,
})
