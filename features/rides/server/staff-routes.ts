import { dayInZone } from '#kit/day.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffRideCalls } from '../contract.ts'
import { nextStatusesOf } from '../rules.ts'
import { moveRide } from './move-ride.ts'
import { countToPlan, listRidesOfDay } from './staff-sql.ts'
import { listTakenBy } from './taken-sql.ts'

export function staffRideRoutes(api: Api) {
  on(api, staffRideCalls.list, asStaff, async ({ actor: staff, query }) => {
    const now = new Date()
    const today = dayInZone(now, staff.timeZone)
    const day = query.day ?? today
    const [rides, toPlan] = [await listRidesOfDay(staff, day), await countToPlan(staff, today)]
    const taken = await listTakenBy(
      staff,
      rides.map(({ id }) => id),
      now,
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
    await moveRide(staff, params.id, { status: body.status, requestId, refuse })
    return undefined
  })
}
