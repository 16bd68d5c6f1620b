import { recordDeed } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffRideCalls } from '../contract.ts'
import { nextStatusesOf } from '../rules.ts'
import { lockRide, setRideStatus } from './sql.ts'
import { countToPlan, isCancelledByPractice, listRidesOfDay } from './staff-sql.ts'
import { listTakenBy } from './taken-sql.ts'

/** The laboratory's side of a pickup. */
export function staffRideRoutes(api: Api) {
  on(api, staffRideCalls.list, asStaff, async ({ actor: staff, query }) => {
    const today = dayInZone(new Date(), staff.timeZone)
    const day = query.day ?? today
    const [rides, toPlan] = [await listRidesOfDay(staff, day), await countToPlan(staff, today)]
    const taken = await listTakenBy(
      staff,
      rides.map(({ id }) => id),
      today,
    )
    return {
      day,
      toPlan,
      data: rides.map(({ isCancelledByPractice, ...ride }) => ({
        ...ride,
        orders: taken.get(ride.id) ?? [],
        next: [...nextStatusesOf({ ...ride, isCancelledByPractice })],
      })),
    }
  })

  on(api, staffRideCalls.setStatus, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const row = await lockRide(staff, params.id)
    if (!row) throw problem('not_found')
    const isPractices = row.status === 'cancelled' && (await isCancelledByPractice(staff, row.id))
    if (!nextStatusesOf({ ...row, isCancelledByPractice: isPractices }).includes(body.status))
      return refuse('status_not_allowed')
    await setRideStatus(staff, row.id, body.status).catch(error => {
      // Called off, and meanwhile asked for again.
      if (violates(error, 'rides__once')) return refuse('ride_exists')
      throw error
    })
    await recordDeed(staff, 'ride_status_changed', requestId)
    return undefined
  })
}
