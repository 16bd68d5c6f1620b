import { lockAbsencesShared } from '#features/absences/server/sql.ts'
import { fullName } from '#features/account/rules.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { remadeLines } from '#features/cases/remade-lines.ts'
import { hasLeftLaboratory } from '#features/cases/rules.ts'
import {
  answerProblem,
  findPracticeOf,
  insertProblem,
  listLines,
  lockOrder,
} from '#features/cases/server/changes-sql.ts'
import { findRemake, orderAgain, type PromisedDay } from '#features/cases/server/new-order-sql.ts'
import { findOwnName } from '#features/people/server/own-sql.ts'
import { pageSize } from '#kit/pages.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { onBehalfOf } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffComplaintCalls } from '../contract.ts'
import { remakeGaps } from '../remake-rules.ts'
import { countComplaints, findOrderByCode, findProblem, insertDecision, listComplaints } from './sql.ts'

/** Routes of complaints and the laboratory's decisions on them. */
export function staffComplaintRoutes(api: Api, promisedDay: PromisedDay) {
  on(api, staffComplaintCalls.list, asStaff, async ({ actor: staff, query }) => {
    const [rows, counts] = await Promise.all([listComplaints(staff, query), countComplaints(staff)])
    return { data: rows, page: { number: query.page, size: pageSize, total: counts[query.state] }, counts }
  })

  on(api, staffComplaintCalls.enter, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const found = await findOrderByCode(staff, body.orderCode)
    // Locked before the problem, whose foreign key locks the case in part: a concurrent merge would deadlock.
    const order = found && (await lockOrder(staff, found.id))
    if (!order) return refuse('order_unknown', { errors: [{ path: 'orderCode', code: 'order_unknown' }] })
    const { kind, description } = body
    const made = await insertProblem(staff, order, { kind, description, remakeId: null })
    await recordDeed(staff, 'problem_reported', requestId, order.id)
    return { data: made }
  })

  on(api, staffComplaintCalls.remake, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const errors = remakeGaps(body)
    if (errors.length > 0) throw problem('input_invalid', { errors })
    const practiceId = await findPracticeOf(staff, params.id)
    if (!practiceId) throw problem('not_found')
    // Locked before the case, as ordering does: the remake's promised day must stay open.
    await lockAbsencesShared(onBehalfOf(staff, practiceId))
    const order = await lockOrder(staff, params.id)
    // The practice has been merged into another meanwhile.
    if (order?.practice_id !== practiceId) throw problem('conflict')
    if (!hasLeftLaboratory(order)) return refuse('remake_too_early')
    if (await findRemake(staff, order.id)) return refuse('remake_exists')
    const { problemId, answer = '', kind = 'other', description = '', lines, ...decision } = body
    const ofCase = await listLines(staff, order.id)
    const known = new Set(ofCase.map(({ caseSequence }) => caseSequence))
    const unknown = lines?.findIndex(line => !known.has(line)) ?? -1
    if (unknown >= 0)
      throw problem('input_invalid', { errors: [{ path: `lines.${unknown}`, code: 'not_of_this_case' }] })
    const again = lines ?? remadeLines(ofCase, (problemId && (await findProblem(staff, problemId))?.teeth) || [])
    const remake = await orderAgain(onBehalfOf(staff, practiceId), order, again, promisedDay)
    if (problemId) {
      const state = await answerProblem(staff, order.id, problemId, { answer, remakeId: remake.id })
      if (state === 'settled') return refuse('problem_settled')
      if (!state) return refuse('problem_unknown', { errors: [{ path: 'problemId', code: 'problem_unknown' }] })
    }
    const id = problemId ?? (await insertProblem(staff, order, { kind, description, remakeId: remake.id })).id
    const name = fullName(await findOwnName(staff))
    await insertDecision(staff, { id, practice_id: order.practice_id }, decision, name)
    await recordDeed(staff, problemId ? 'problem_answered' : 'problem_reported', requestId, order.id)
    await recordDeed(staff, 'complaint_decided', requestId, order.id)
    await recordDeed(staff, 'order_created', requestId, remake.id)
    return { data: { id, remake } }
  })

  on(api, staffComplaintCalls.decide, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const found = await findProblem(staff, params.id)
    if (!found) throw problem('not_found')
    const name = fullName(await findOwnName(staff))
    await insertDecision(staff, { id: params.id, practice_id: found.practice_id }, body, name)
    await recordDeed(staff, 'complaint_decided', requestId, found.order_id)
    return undefined
  })
}
