import type * as v from 'valibot'
import { lockAbsences, lockAbsencesShared } from '#features/absences/server/sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { inArchOrder } from '#features/prescription/rules.ts'
import { planRide } from '#features/rides/server/ask-for-ride.ts'
import { inEach } from '#kit/language.ts'
import { type InputError, problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { caseActCalls } from '../acts-contract.ts'
import { caseCalls } from '../contract.ts'
import type { NewProblem } from '../input.ts'
import { remadeLines } from '../remade-lines.ts'
import { canCancel, canReportProblem, hasArrived, hasLeftLaboratory, holdAnswerGaps } from '../rules.ts'
import { findOrder } from './case-sql.ts'
import { insertMessage, insertNote, insertProblem, insertStep, listLines, lockOrder, setOrder } from './changes-sql.ts'
import { findOrderOwner, listMessages } from './correspondence-sql.ts'
import { holdAnswerNote } from './hold-answer-note.ts'
import { findRemake, orderAgain, type PromisedDay } from './new-order-sql.ts'
import { withdrawRequests } from './requests-sql.ts'
import type { PrescribeShade } from './stored-change-sql.ts'
import { writeMessage } from './write-message.ts'

type Given = { promisedDay: PromisedDay; prescribeShade: PrescribeShade }

export function caseChangeRoutes(api: Api, { promisedDay, prescribeShade }: Given) {
  on(api, caseActCalls.cancel, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const order = await lockOrder(user, params.id)
    if (!order) throw problem('not_found')
    // A second press of the same user finds the case cancelled already.
    if (order.status === 'cancelled') return undefined
    if (!canCancel(order)) return refuse('order_under_way')
    await withdrawRequests(user, order.id)
    await setOrder(user, order, { status: 'cancelled' })
    await insertStep(user, order.id, { status: 'cancelled' })
    await recordDeed(user, 'order_cancelled', requestId, order.id)
    return undefined
  })

  on(api, caseActCalls.answerHold, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const errors = holdAnswerGaps(body)
    if (errors.length > 0) throw problem('input_invalid', { errors })
    const order = await lockOrder(user, params.id)
    if (!order) throw problem('not_found')
    if (order.status !== 'on_hold') return refuse('not_on_hold')
    if (order.hold_answer) return refuse('hold_answered')
    // Before the answer: the database lets the shade change only while the question is open.
    const { shade, caseSequence } = body
    const refused =
      shade && order.hold_reason === 'shade' && (await prescribeShade(user, order, { shade, caseSequence }, requestId))
    if (refused) return refuse(refused)
    await setOrder(user, order, { hold_answer: body.answer, hold_answered_by: user.userId })
    await insertNote(
      user,
      order.id,
      inEach(language => holdAnswerNote(body, language)),
    )
    if (body.message) await insertMessage(user, order, body.message)
    await recordDeed(user, 'hold_answered', requestId, order.id)
    return undefined
  })

  on(api, caseActCalls.reportProblem, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const { kind, description, adjust = false, pickup } = body
    const wrong = problemGaps(body)
    if (wrong.length > 0) throw problem('input_invalid', { errors: wrong })
    // Absences are locked before the case, in the same order as declaring an absence, to avoid a deadlock.
    if (pickup) await lockAbsences(user)
    else if (body.remake) await lockAbsencesShared(user)
    const order = await lockOrder(user, params.id)
    if (!order) throw problem('not_found')
    if (body.remake && !may(user, 'remake')) throw problem('forbidden')
    if (!canReportProblem(order)) return refuse('order_cancelled')
    if (kind === 'late' && !hasArrived(order)) return refuse('not_arrived')
    if (body.remake && !hasLeftLaboratory(order)) return refuse('remake_too_early')
    if (adjust && !hasLeftLaboratory(order)) return refuse('adjustment_too_early')
    if (body.remake && (await findRemake(user, order.id))) return refuse('remake_exists')

    const lines = await listLines(user, order.id)
    const ofCase = [...new Set(lines.flatMap(line => line.teeth))]
    const teeth = teethOfProblem(body.teeth, ofCase)
    if (!teeth.every(tooth => ofCase.includes(tooth)))
      throw problem('input_invalid', { errors: [{ path: 'teeth', code: 'not_of_this_case' }] })
    // Only teeth named by the user narrow the remake.
    const again = remadeLines(lines, body.teeth ?? [])
    const remake = body.remake ? await orderAgain(user, order, again, promisedDay) : null
    const values = { kind, description, remakeId: remake?.id ?? null, isAdjustment: adjust, teeth }
    const { id } = await insertProblem(user, order, values)
    await recordDeed(user, 'problem_reported', requestId, order.id)
    if (pickup) {
      const planned = await planRide(user, pickup).catch(error => {
        if (violates(error, 'rides__once')) return undefined
        throw error
      })
      if (!planned) return refuse('pickup_not_possible')
      if (planned.isNew) await recordDeed(user, 'ride_requested', requestId)
    }
    if (remake) await recordDeed(user, 'order_created', requestId, remake.id)
    const changed = await findOrder(user, { id: order.id })
    const reported = changed?.problems.find(row => row.id === id)
    if (!reported) throw new Error('A problem that was just reported is not there.')
    return { data: reported }
  })

  on(api, caseCalls.listMessages, asPracticeUser, async ({ actor: user, params }) => {
    const [order, messages] = await Promise.all([findOrderOwner(user, params.id), listMessages(user, params.id)])
    if (!order) throw problem('not_found')
    return { data: messages }
  })

  on(api, caseActCalls.sendMessage, asPracticeUser, async ({ actor: user, params, body, requestId }) => ({
    data: await writeMessage(user, params.id, body.body, requestId),
  }))
}

/** A remake and an adjustment exclude each other, and only a piece that goes back needs a pickup. */
function problemGaps({ remake, adjust = false, pickup }: v.InferOutput<typeof NewProblem>): InputError[] {
  if (remake && adjust) return [{ path: 'adjust', code: 'not_asked' }]
  return pickup && !adjust ? [{ path: 'pickup', code: 'not_asked' }] : []
}

/** A case of a single tooth implies it. */
const teethOfProblem = (named: readonly number[] | undefined, ofCase: readonly number[]) =>
  inArchOrder(named ?? (ofCase.length === 1 ? ofCase : []))
