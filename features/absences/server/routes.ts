import { recordDeed } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { absenceCalls } from '../contract.ts'
import { absenceGaps } from '../rules.ts'
import { moveBackAfter, moveOutOf, type NextDeliveryDay } from './moved-orders.ts'
import { deleteAbsence, insertAbsence, listAbsences, lockAbsences } from './sql.ts'

export function absenceRoutes(api: Api, nextDeliveryDay: NextDeliveryDay) {
  on(api, absenceCalls.list, asPracticeUser, async ({ actor: user, query }) => ({
    data: await listAbsences(user, query.tab, dayInZone(new Date(), user.timeZone)),
  }))

  on(api, absenceCalls.declare, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    const errors = absenceGaps(body, dayInZone(new Date(), user.timeZone))
    if (errors.length > 0) throw problem('input_invalid', { errors })
    await lockAbsences(user)
    const declared = await insertAbsence(user, body).catch(error => {
      if (violates(error, 'absences__overlap')) return refuse('absence_overlaps')
      throw error
    })
    const movedOrders = await moveOutOf(user, declared, nextDeliveryDay)
    await recordDeed(user, 'absence_declared', requestId)
    return { data: { ...declared, movedOrders } }
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
