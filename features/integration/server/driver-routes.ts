import { moveRide } from '#features/rides/server/move-ride.ts'
import { listRidesSince } from '#features/rides/server/staff-sql.ts'
import { listTakenBy } from '#features/rides/server/taken-sql.ts'
import { moveSupplyOrder } from '#features/supplies/server/move-supply-order.ts'
import { listStaffSupplyOrders } from '#features/supplies/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Program } from '#tenancy/server/actor.ts'
import { asProgram } from '#tenancy/server/program-guard.ts'
import { integrationDriverCalls } from '../driver-contract.ts'
import { noteSeen } from './programs-sql.ts'
import { listPracticesKnown, namesOfOrders } from './sql.ts'

const ridesACall = 200

/** What practices have fetched and brought, for software that plans the drivers' rounds. */
export function integrationDriverRoutes(api: Api) {
  on(api, integrationDriverCalls.rides, asProgram, async ({ actor: program, query: { after } }) => {
    const today = dayInZone(new Date(), program.timeZone)
    const rows = await listRidesSince(program, { today, after, most: ridesACall + 1 })
    const rides = rows.slice(0, ridesACall)
    const [taken, visited] = [
      await listTakenBy(
        program,
        rides.map(({ id }) => id),
        today,
      ),
      await practicesOf(program, rides),
    ]
    const names = await namesOfOrders(program, [...taken.values()].flat())
    return {
      data: rides.map(ride => ({
        ...ride,
        practice: visited(ride.practiceId),
        orders: (taken.get(ride.id) ?? []).map(order => ({ ...order, externalId: names.get(order.id) ?? null })),
      })),
      hasMore: rows.length > ridesACall,
    }
  })

  on(api, integrationDriverCalls.setRide, asProgram, async ({ actor: program, params, body, requestId, refuse }) => {
    await noteSeen(program)
    await moveRide(program, params.id, { status: body.status, requestId, refuse, isSaid: true })
    return undefined
  })

  on(api, integrationDriverCalls.supplyOrders, asProgram, async ({ actor: program }) => {
    const orders = await listStaffSupplyOrders(program, 'open')
    const visited = await practicesOf(
      program,
      orders.map(({ practice }) => ({ practiceId: practice.id })),
    )
    return { data: orders.map(order => ({ ...order, practice: visited(order.practice.id) })) }
  })

  on(
    api,
    integrationDriverCalls.setSupplyOrder,
    asProgram,
    async ({ actor: program, params, body, requestId, refuse }) => {
      await noteSeen(program)
      await moveSupplyOrder(program, params.id, { status: body.status, requestId, refuse, isSaid: true })
      return undefined
    },
  )
}

/** As the program knows each of those to whom these go. */
async function practicesOf(program: Program, visits: readonly { practiceId: string }[]) {
  const known = await listPracticesKnown(program, [...new Set(visits.map(({ practiceId }) => practiceId))])
  return (id: string) => {
    const practice = known.find(one => one.id === id)
    if (!practice) throw new Error('The practice of a visit is not there.')
    return practice
  }
}
