import { recordDeedOnCases } from '#features/audit/server/sql.ts'
import { heldBack } from '#features/traceability/server/unsigned-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import type { CaseStatus } from '../contract.ts'
import { hasLeftLaboratory } from '../rules.ts'
import { staffCaseCalls } from '../staff-contract.ts'
import { canMoveTogether, movesOf } from '../staff-rules.ts'
import { lockOrder, lockOrders } from './changes-sql.ts'
import { type Move, moveCase } from './move-case.ts'
import { findMeanwhile, lockTechnician, setTechnician } from './staff-case-sql.ts'
import { writeMessage } from './write-message.ts'

export function staffCaseActRoutes(api: Api) {
  on(api, staffCaseCalls.setStatus, asStaff, async ({ actor: staff, params: { id }, body, requestId, refuse }) => {
    const isHeldBack = async () => (await heldBack(staff, [id])).size > 0
    const outcome = await moveByHand(staff, id, body, { isHeldBack, requestId })
    if (outcome === 'moved') return undefined
    if (outcome === 'not_found') throw problem('not_found')
    if (outcome === 'changed_meanwhile') return refuse(outcome, { present: await findMeanwhile(staff, id) })
    return refuse(outcome)
  })

  on(api, staffCaseCalls.move, asStaff, async ({ actor: staff, body: { status, cases }, requestId }) => {
    if (!canMoveTogether(status)) throw problem('input_invalid', { errors: [{ path: 'status', code: 'not_allowed' }] })
    const ids = cases.map(({ id }) => id)
    // Locked before their sheets are looked at all at once, so that these are still the same when the cases leave.
    const isLeaving = hasLeftLaboratory({ status })
    if (isLeaving) await lockOrders(staff, ids)
    const held = isLeaving ? await heldBack(staff, ids) : new Set<string>()
    // In the order of ids, so that concurrent moves of the same cases do not deadlock.
    const outcomes = new Map<string, Outcome>()
    for (const { id, from } of cases.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      outcomes.set(id, await moveByHand(staff, id, { status, from }, { isHeldBack: () => held.has(id), requestId }))
    return { data: [...outcomes].map(([id, outcome]) => ({ id, outcome })) }
  })

  on(api, staffCaseCalls.assign, asStaff, async ({ actor: staff, body: { ids, technicianId }, refuse, requestId }) => {
    if (technicianId && !(await lockTechnician(staff, technicianId))) return refuse('not_of_the_team')
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
type ByHand = { isHeldBack: () => boolean | Promise<boolean>; requestId: string }

/** What the database would refuse is answered before anything is written: its error would end the other cases' moves too. */
async function moveByHand(
  staff: Staff,
  id: string,
  { from, ...move }: Move & { from?: CaseStatus | undefined },
  { isHeldBack, requestId }: ByHand,
): Promise<Outcome> {
  const order = await lockOrder(staff, id)
  if (!order) return 'not_found'
  if (from !== undefined && from !== order.status) return 'changed_meanwhile'
  const { status, isAccepted, deliveryDate } = move
  const mayBeAccepted = status === 'registered' && order.status === 'registered' && order.print_type === 'physical'
  if (isAccepted && !(mayBeAccepted && deliveryDate))
    throw problem('input_invalid', { errors: [{ path: 'isAccepted', code: 'not_allowed' }] })
  if (isAccepted && order.accepted_at) return 'status_not_allowed'
  const isLeaving = hasLeftLaboratory(move) && !hasLeftLaboratory(order)
  const outcome = await moveCase(staff, order, move, {
    reachable: movesOf({ status: order.status, heldFrom: order.held_from }),
    refusal: async () => (isLeaving && (await isHeldBack()) ? 'sheet_unsigned' : undefined),
    hasReadChanges: true,
    requestId,
  })
  // When two users press the same button, the second finds nothing to do.
  return outcome === 'unchanged' ? 'status_not_allowed' : outcome
}
