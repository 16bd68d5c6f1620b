import { recordDeed } from '#features/audit/server/sql.ts'
import { isAtLaboratory } from '#features/cases/rules.ts'
import { lockOrder, lockOrders } from '#features/cases/server/changes-sql.ts'
import { findLabelled } from '#features/deliveries/server/shipping-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { type CheckedIn, type Station, stationCalls } from '../contract.ts'
import { latestOf, minutesBetween, mostStations, sameScanMs } from '../rules.ts'
import {
  clockNow,
  countStations,
  deleteEmptyStations,
  deleteStation,
  endVisits,
  findLastVisit,
  findNamesake,
  findStation,
  findStationById,
  insertStation,
  insertVisit,
  listConcerned,
  listOpenVisits,
  listStations,
  lockStations,
  mergeStations,
  setStationName,
  takeVisitBack,
} from './sql.ts'

/** The places where cases are worked on, recorded by scans. */
export function stationRoutes(api: Api) {
  on(api, stationCalls.list, asStaff, async ({ actor: staff }) => ({ data: await listStations(staff) }))

  on(api, stationCalls.checkIn, asStaff, async ({ actor: staff, body }) => {
    const found = await findLabelled(staff, body.code)
    const locked = found && (await lockOrder(staff, found.id))
    if (!found || !locked) throw problem('not_found')
    const scanned = { id: found.id, code: found.code }
    if (!isAtLaboratory(locked)) return { data: { ...nothingNoted, ...scanned, station: body.station, hasLeft: true } }
    await lockStations(staff)
    const station = await stationOf(staff, body.station)
    return {
      data: { ...nothingNoted, ...scanned, station: station.name, ...(await noteScan(staff, found.id, station)) },
    }
  })

  on(api, stationCalls.takeBack, asStaff, async ({ actor: staff, params, refuse }) => {
    const cases = await listConcerned(staff, params.id)
    if (cases.length === 0) throw problem('not_found')
    await lockOrders(staff, cases)
    await lockStations(staff)
    if (!(await takeVisitBack(staff, params.id))) return refuse('check_in_over')
    await deleteEmptyStations(staff)
    return undefined
  })

  on(api, stationCalls.rename, asStaff, async ({ actor: staff, params, body, requestId }) => {
    await lockStations(staff)
    const station = await findStationById(staff, params.id)
    if (!station) throw problem('not_found')
    const namesake = await findNamesake(staff, station.id, body.name)
    if (namesake) await mergeStations(staff, station.id, namesake.id)
    else await setStationName(staff, station.id, body.name)
    await recordDeed(staff, 'stations_changed', requestId)
    return { data: namesake ?? { id: station.id, name: body.name } }
  })

  on(api, stationCalls.remove, asStaff, async ({ actor: staff, params, requestId }) => {
    await lockStations(staff)
    if (!(await deleteStation(staff, params.id))) throw problem('not_found')
    await recordDeed(staff, 'stations_changed', requestId)
    return undefined
  })
}

type Noted = Pick<CheckedIn, 'isHere' | 'checkInId' | 'minutes' | 'before'>
const nothingNoted = { isHere: false, hasLeft: false, checkInId: null, minutes: null, before: null }

/** Requires both locks. */
async function noteScan(staff: Staff, orderId: string, { id: stationId }: Station): Promise<Noted> {
  const place = { stationId, orderId }
  const now = await clockNow(staff)
  const last = await findLastVisit(staff, orderId)
  if (
    last?.stationId === stationId &&
    !last.isDrivenOut &&
    Math.abs(Date.parse(now) - Date.parse(last.endedAt ?? last.beganAt)) < sameScanMs
  )
    return last.endedAt === null ? hereBy(last.id) : outAfter(last.beganAt, last.endedAt)
  const open = await listOpenVisits(staff, place)
  const at = latestOf(now, ...open.map(({ beganAt }) => beganAt), ...(last?.endedAt ? [last.endedAt] : []))
  await endVisits(
    staff,
    open.map(({ id }) => id),
    at,
  )
  const own = open.find(visit => visit.stationId === stationId && visit.orderId === orderId)
  if (own) return outAfter(own.beganAt, at)
  const { id } = await insertVisit(staff, place, at)
  return { ...hereBy(id), before: open.find(visit => visit.stationId === stationId)?.code ?? null }
}

const hereBy = (checkInId: string): Noted => ({ ...nothingNoted, isHere: true, checkInId })
const outAfter = (from: string, to: string): Noted => ({ ...nothingNoted, minutes: minutesBetween(from, to) })

/** Ignores case; requires the lock. */
async function stationOf(staff: Staff, name: string): Promise<Station> {
  const known = await findStation(staff, name)
  if (known) return known
  if ((await countStations(staff)) >= mostStations)
    throw problem('input_invalid', { errors: [{ path: 'station', code: 'too_many' }] })
  return insertStation(staff, name)
}
