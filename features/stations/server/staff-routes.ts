import { findLabelled } from '#features/deliveries/server/shipping-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { stationCalls } from '../contract.ts'
import { minutesBetween, mostStations, sameScanMs } from '../rules.ts'
import {
  clockNow,
  endVisits,
  findLastVisit,
  insertStation,
  insertVisit,
  listOpenVisits,
  listStations,
  lockStations,
} from './sql.ts'

/** Where cases are worked on, by what is scanned there. */
export function stationRoutes(api: Api) {
  on(api, stationCalls.list, asStaff, async ({ actor: staff }) => ({ data: await listStations(staff) }))

  on(api, stationCalls.checkIn, asStaff, async ({ actor: staff, body }) => {
    const found = await findLabelled(staff, body.code)
    if (!found) throw problem('not_found')
    await lockStations(staff)
    const station = await stationOf(staff, body.station)
    const at = await clockNow(staff)
    const [place, last] = [{ stationId: station.id, orderId: found.id }, await findLastVisit(staff, found.id)]
    const answer = { id: found.id, code: found.code, station: station.name }
    const isSameScan =
      last?.stationId === station.id && Date.parse(at) - Date.parse(last.endedAt ?? last.beganAt) < sameScanMs
    if (last && isSameScan)
      return {
        data: {
          ...answer,
          isHere: last.endedAt === null,
          minutes: last.endedAt === null ? null : minutesBetween(last.beganAt, last.endedAt),
          before: null,
        },
      }
    const open = await listOpenVisits(staff, place)
    await endVisits(
      staff,
      open.map(({ id }) => id),
      at,
    )
    const own = open.find(({ stationId, orderId }) => stationId === station.id && orderId === found.id)
    if (own) return { data: { ...answer, isHere: false, minutes: minutesBetween(own.beganAt, at), before: null } }
    await insertVisit(staff, place, at)
    const before = open.find(({ stationId }) => stationId === station.id)?.code ?? null
    return { data: { ...answer, isHere: true, minutes: null, before } }
  })
}

/** In whatever letters it is written; under the lock. */
async function stationOf(staff: Staff, name: string) {
  const stations = await listStations(staff)
  const known = stations.find(one => one.name.toLowerCase() === name.toLowerCase())
  if (known) return known
  if (stations.length >= mostStations)
    throw problem('input_invalid', { errors: [{ path: 'station', code: 'too_many' }] })
  return insertStation(staff, name)
}
