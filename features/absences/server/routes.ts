import { recordDeed } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUserExcept } from '#tenancy/server/guards.ts'
import { absenceCalls } from '../contract.ts'
import { absenceGap } from '../rules.ts'
import { moveBackAfter, moveOutOf, type NextDeliveryDay } from './moved-orders.ts'
import { deleteAbsence, insertAbsence, listAbsences, lockAbsences } from './sql.ts'

export function absenceRoutes(api: Api, nextDeliveryDay: NextDeliveryDay) {
  const asAllowed = asPracticeUserExcept('isPracticeDoctor')

  on(api, absenceCalls.list, asAllowed, async ({ actor: user, query }) => ({
    data: await listAbsences(user, query.tab, dayInZone(new Date(), user.timeZone)),
  }))

  on(api, absenceCalls.declare, asAllowed, async ({ actor: user, body, requestId, refuse }) => {
    const gap = absenceGap(body, dayInZone(new Date(), user.timeZone))
    if (gap) throw problem('input_invalid', { errors: [gap] })
    await lockAbsences(user)
    const declared = await insertAbsence(user, body).catch(error => {
      if (violates(error, 'absences__overlap')) return refuse('absence_overlaps')
      throw error
    })
    const movedOrders = await moveOutOf(user, declared, nextDeliveryDay)
    await recordDeed(user, 'absence_declared', requestId)
    return { data: { ...declared, movedOrders } }
  })

  on(api, absenceCalls.remove, asAllowed, async ({ actor: user, params, requestId }) => {
    await lockAbsences(user)
    const removed = await deleteAbsence(user, params.id, dayInZone(new Date(), user.timeZone))
    if (!removed) throw problem('not_found')
    await moveBackAfter(user, removed, nextDeliveryDay)
    await recordDeed(user, 'absence_deleted', requestId)
    return undefined
  })
}
