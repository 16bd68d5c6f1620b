import { recordDeed } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { absenceCalls } from '../contract.ts'
import type { NewAbsence } from '../input.ts'
import { absenceGaps } from '../rules.ts'
import { moveBackAfter, moveOutOf, type NextDeliveryDay, type OrderMove, withPatients } from './moved-orders.ts'
import { deleteAbsence, insertAbsence, listAbsences, lockAbsences, undoing, updateAbsence } from './sql.ts'

export function absenceRoutes(api: Api, nextDeliveryDay: NextDeliveryDay) {
  on(api, absenceCalls.list, asPracticeUser, async ({ actor: user, query }) => ({
    data: await listAbsences(user, query.tab, dayInZone(new Date(), user.timeZone)),
  }))

  const declare = async (user: PracticeUser, days: NewAbsence) => {
    const declared = await insertAbsence(user, days)
    return { ...declared, moves: await moveOutOf(user, declared, nextDeliveryDay) }
  }

  /** What the days that are left free give back, before what the others take. */
  const change = async (user: PracticeUser, id: string, days: NewAbsence) => {
    const changed = await updateAbsence(user, id, days, dayInZone(new Date(), user.timeZone))
    if (!changed) throw problem('not_found')
    const back = await moveBackAfter(user, changed.before, nextDeliveryDay)
    const away = await moveOutOf(user, changed.after, nextDeliveryDay)
    return { ...changed.after, moves: inOne([...back, ...away]) }
  }

  const judge = (user: PracticeUser, days: NewAbsence) => {
    const errors = absenceGaps(days, dayInZone(new Date(), user.timeZone))
    if (errors.length > 0) throw problem('input_invalid', { errors })
  }
  const isOverlap = (error: unknown) => violates(error, 'absences__overlap')

  on(api, absenceCalls.preview, asPracticeUser, async ({ actor: user, body: { absenceId, ...days } }) => {
    judge(user, days)
    await lockAbsences(user)
    // Done and undone: what is told before cannot be anything else than what happens then.
    const moves = await undoing(
      user,
      async () => (await (absenceId ? change(user, absenceId, days) : declare(user, days))).moves,
    ).catch(error => {
      if (isOverlap(error)) return undefined
      throw error
    })
    return { data: { overlaps: moves === undefined, movedOrders: await withPatients(user, moves ?? []) } }
  })

  on(api, absenceCalls.declare, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    judge(user, body)
    await lockAbsences(user)
    const { moves, ...declared } = await declare(user, body).catch(error => {
      if (isOverlap(error)) return refuse('absence_overlaps')
      throw error
    })
    await recordDeed(user, 'absence_declared', requestId)
    return { data: { ...declared, movedOrders: await withPatients(user, moves) } }
  })

  on(api, absenceCalls.change, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    judge(user, body)
    await lockAbsences(user)
    const { moves, ...changed } = await change(user, params.id, body).catch(error => {
      if (isOverlap(error)) return refuse('absence_overlaps')
      throw error
    })
    await recordDeed(user, 'absence_changed', requestId)
    return { data: { ...changed, movedOrders: await withPatients(user, moves) } }
  })

  on(api, absenceCalls.remove, asPracticeUser, async ({ actor: user, params, requestId }) => {
    await lockAbsences(user)
    const removed = await deleteAbsence(user, params.id, dayInZone(new Date(), user.timeZone))
    if (!removed) throw problem('not_found')
    await moveBackAfter(user, removed, nextDeliveryDay)
    await recordDeed(user, 'absence_deleted', requestId)
    return undefined
  })
}

/** A case that came back and moved away again has moved once, from where it was to where it is; or not at all. */
function inOne(moves: readonly OrderMove[]): OrderMove[] {
  const all = new Map<string, OrderMove>()
  for (const move of moves) all.set(move.id, { ...move, from: all.get(move.id)?.from ?? move.from })
  return [...all.values()].filter(({ from, to }) => from !== to)
}
