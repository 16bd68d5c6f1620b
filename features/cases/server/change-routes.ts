import { recordDeed } from '#features/audit/server/sql.ts'
import { inEach } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type CaseMessage, caseCalls } from '../contract.ts'
import { canCancel, canReportProblem, hasLeftLaboratory, holdAnswerGaps } from '../rules.ts'
import { findOrder } from './case-sql.ts'
import { insertEvent, insertMessage, insertProblem, lockOrder, setOrder } from './changes-sql.ts'
import { findMessage, findOrderOwner, listMessages } from './correspondence-sql.ts'
import { holdAnswerNote } from './hold-answer-note.ts'
import { findRemake, orderAgain, type PromisedDay } from './new-order-sql.ts'

/** What a practice does with a case: takes it back, answers, reports, writes. */
export function caseChangeRoutes(api: Api, promisedDay: PromisedDay) {
  on(api, caseCalls.cancel, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const order = await lockOrder(user, params.id)
    if (!order) throw problem('not_found')
    // Whoever presses twice has what was asked for.
    if (order.status === 'cancelled') return undefined
    if (!canCancel(order)) return refuse('order_under_way')
    await setOrder(user, order, { status: 'cancelled' })
    await insertEvent(user, order.id, { status: 'cancelled' })
    await recordDeed(user, 'order_cancelled', requestId, order.id)
    return undefined
  })

  on(api, caseCalls.answerHold, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const errors = holdAnswerGaps(body)
    if (errors.length > 0) throw problem('input_invalid', { errors })
    const order = await lockOrder(user, params.id)
    if (!order) throw problem('not_found')
    if (order.status !== 'on_hold') return refuse('not_on_hold')
    if (order.hold_answer) return refuse('hold_answered')
    await setOrder(user, order, { hold_answer: body.answer, hold_answered_by: user.userId })
    await insertEvent(user, order.id, { status: 'on_hold', note: inEach(language => holdAnswerNote(body, language)) })
    if (body.message) await insertMessage(user, order, body.message)
    await recordDeed(user, 'hold_answered', requestId, order.id)
    return undefined
  })

  on(api, caseCalls.reportProblem, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const order = await lockOrder(user, params.id)
    if (!order) throw problem('not_found')
    if (body.remake && !may(user, 'remake')) throw problem('forbidden')
    if (!canReportProblem(order)) return refuse('order_cancelled')
    if (body.remake && !hasLeftLaboratory(order)) return refuse('remake_too_early')
    if (body.remake && (await findRemake(user, order.id))) return refuse('remake_exists')

    const remake = body.remake ? await orderAgain(user, order, promisedDay) : null
    const { kind, description } = body
    const { id } = await insertProblem(user, order, { kind, description, remakeId: remake?.id ?? null })
    await recordDeed(user, 'problem_reported', requestId, order.id)
    if (remake) await recordDeed(user, 'order_created', requestId, remake.id)
    const [changed] = await findOrder(user, { id: order.id })
    const reported = changed?.problems.find(row => row.id === id)
    if (!reported) throw new Error('A problem that was just reported is not there.')
    return { data: reported }
  })

  on(api, caseCalls.listMessages, asPracticeUser, async ({ actor: user, params }) => {
    const [order, messages] = await Promise.all([findOrderOwner(user, params.id), listMessages(user, params.id)])
    if (!order) throw problem('not_found')
    return { data: messages }
  })

  on(api, caseCalls.sendMessage, asPracticeUser, async ({ actor: user, params, body, requestId }) => ({
    data: await writeMessage(user, params.id, body.body, requestId),
  }))
}

export async function writeMessage(
  actor: SignedIn,
  orderId: string,
  body: string,
  requestId: string,
): Promise<CaseMessage> {
  const order = await findOrderOwner(actor, orderId)
  if (!order) throw problem('not_found')
  const { id } = await insertMessage(actor, order, body)
  await recordDeed(actor, 'message_sent', requestId, order.id)
  return findMessage(actor, order.id, id)
}
