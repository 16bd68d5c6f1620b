import type { RideStatus } from '#features/rides/contract.ts'
import { nextStatusesOf as nextOfRide } from '#features/rides/rules.ts'
import { moveRide } from '#features/rides/server/move-ride.ts'
import { lockRide } from '#features/rides/server/sql.ts'
import { findRideOfLaboratory, listRidesSince } from '#features/rides/server/staff-sql.ts'
import { listTakenBy } from '#features/rides/server/taken-sql.ts'
import { nextStatusesOf as nextOfSupplies } from '#features/supplies/rules.ts'
import { moveSupplyOrder } from '#features/supplies/server/move-supply-order.ts'
import { findStaffSupplyOrder, listStaffSupplyOrders, lockSupplyOrder } from '#features/supplies/server/sql.ts'
import { addDays, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Program } from '#tenancy/server/actor.ts'
import { asProgram } from '#tenancy/server/program-guard.ts'
import { integrationDriverCalls } from '../driver-contract.ts'
import { listPracticesKnown, namesOfOrders } from './sql.ts'

const ridesACall = 200
/** Drivers also mark what they did on earlier days. */
const daysBack = 7

/** Pickups and supplies that practices requested, for software that plans the drivers' rounds. */
export function integrationDriverRoutes(api: Api) {
  on(api, integrationDriverCalls.rides, asProgram, async ({ actor: program, query: { after } }) => {
    const since = addDays(dayInZone(new Date(), program.timeZone), -daysBack)
    const rows = await listRidesSince(program, { since, after, most: ridesACall + 1 })
    return { data: await asPickups(program, rows.slice(0, ridesACall)), hasMore: rows.length > ridesACall }
  })

  on(api, integrationDriverCalls.ride, asProgram, async ({ actor: program, params }) => {
    const [pickup] = await asPickups(program, await findRideOfLaboratory(program, params.id))
    if (!pickup) throw problem('not_found')
    return { data: pickup }
  })

  on(api, integrationDriverCalls.setRide, asProgram, async ({ actor: program, params, body, requestId, refuse }) => {
    const ride = await lockRide(program, params.id)
    if (!ride) throw problem('not_found')
    if (ride.status === body.status) return undefined
    if (ride.status !== body.from) return refuse('changed_meanwhile', { present: ride.status })
    await moveRide(program, ride.id, { status: body.status, requestId, refuse })
    return undefined
  })

  on(api, integrationDriverCalls.supplyOrders, asProgram, async ({ actor: program }) => ({
    data: await asSuppliesToSend(program, await listStaffSupplyOrders(program, 'open')),
  }))

  on(api, integrationDriverCalls.supplyOrder, asProgram, async ({ actor: program, params }) => {
    const [supplies] = await asSuppliesToSend(program, await findStaffSupplyOrder(program, params.id))
    if (!supplies) throw problem('not_found')
    return { data: supplies }
  })

  on(
    api,
    integrationDriverCalls.setSupplyOrder,
    asProgram,
    async ({ actor: program, params, body, requestId, refuse }) => {
      const order = await lockSupplyOrder(program, params.id)
      if (!order) throw problem('not_found')
      if (order.status === body.status) return undefined
      if (order.status !== body.from) return refuse('changed_meanwhile', { present: order.status })
      await moveSupplyOrder(program, order.id, { status: body.status, requestId, refuse })
      return undefined
    },
  )
}

type Ride = { id: string; practiceId: string; status: RideStatus; isCancelledByPractice: boolean }

async function asPickups<R extends Ride>(program: Program, rides: readonly R[]) {
  const ids = rides.map(({ id }) => id)
  const taken = await listTakenBy(program, ids, new Date())
  const visited = await practicesOf(program, rides)
  const names = await namesOfOrders(program, [...taken.values()].flat())
  return rides.map(ride => ({
    ...ride,
    practice: visited(ride.practiceId),
    orders: (taken.get(ride.id) ?? []).map(order => ({ ...order, externalId: names.get(order.id) ?? null })),
    next: [...nextOfRide(ride)],
  }))
}

type Supplies = Awaited<ReturnType<typeof listStaffSupplyOrders>>

async function asSuppliesToSend(program: Program, orders: Supplies) {
  const visited = await practicesOf(
    program,
    orders.map(({ practice }) => ({ practiceId: practice.id })),
  )
  return orders.map(order => ({
    ...order,
    practice: visited(order.practice.id),
    next: [...nextOfSupplies(order)],
  }))
}

/** These visits' practices, with the names the program knows them by. */
async function practicesOf(program: Program, visits: readonly { practiceId: string }[]) {
  const known = await listPracticesKnown(program, [...new Set(visits.map(({ practiceId }) => practiceId))])
  return (id: string) => {
    const found = known.find(({ askedId }) => askedId === id)
    if (!found) throw new Error('The practice of a visit is not there.')
    const { askedId: _, ...practice } = found
    return practice
  }
}
