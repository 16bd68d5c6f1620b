import { recordDeed } from '#features/audit/server/sql.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type PickedUpCase, type Ride, rideCalls } from '../contract.ts'
import { asLeft, canCancel, cutOffOf, isComing, type PickupCalendar, pickupOf } from '../rules.ts'
import { askForRide } from './ask-for-ride.ts'
import { pickupCalendar } from './pickup-calendar.ts'
import {
  findCutOffs,
  findRide,
  listRidesFrom,
  listRidesOver,
  listRidesToCome,
  lockRide,
  type RideRow,
  setRideStatus,
} from './sql.ts'
import { listTakenBy, withPatients } from './taken-sql.ts'

export function rideRoutes(api: Api) {
  on(api, rideCalls.list, asPracticeUser, async ({ actor: user }) => {
    const now = new Date()
    const { timeZone } = user
    const today = dayInZone(now, timeZone)
    const [toCome, over, cutOffs, calendar] = await Promise.all([
      listRidesToCome(user, today),
      listRidesOver(user, today),
      findCutOffs(user),
      findCalendar(user),
    ])
    const rows = [...toCome, ...over]
    const taken = await listTakenBy(
      user,
      rows.map(({ id }) => id),
      now,
    )
    const rides = rows.map(row => ride(row, { now, timeZone, cutOffs }, taken.get(row.id)))
    const { closed, practiceClosed = [] } = pickupCalendar(calendar, { now, timeZone, cutOffs })
    const next = rides.find(one => isComing(one, { now, timeZone })) ?? null
    return { data: rides, next, cutOffs, closed: [...closed], practiceClosed: [...practiceClosed] }
  })

  on(api, rideCalls.schedule, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    const { whyNot, asked, now, cutOffs } = await askForRide(user, body).catch(error => {
      if (violates(error, 'rides__once')) return refuse('ride_exists')
      throw error
    })
    if (whyNot) return refuse(whyNot)
    await recordDeed(user, 'ride_requested', requestId)
    const { timeZone } = user
    const taken = await listTakenBy(user, [asked.id], now)
    return { data: ride(asked, { now, timeZone, cutOffs }, taken.get(asked.id)) }
  })

  on(api, rideCalls.previewCancellation, asPracticeUser, async ({ actor: user, params }) => {
    const now = new Date()
    const { timeZone } = user
    const today = dayInZone(now, timeZone)
    // With those that are done today: their half day is not to be had again.
    const [row, rides, cutOffs, calendar] = await Promise.all([
      findRide(user, params.id),
      listRidesFrom(user, today),
      findCutOffs(user),
      findCalendar(user),
    ])
    if (!row) throw problem('not_found')
    const taken = await listTakenBy(user, [row.id], now)
    const instead = pickupOf(rides, pickupCalendar(calendar, { now, timeZone, cutOffs }), row)
    const orders = await withPatients(user, taken.get(row.id) ?? [])
    return { data: { orders: asLeft(orders, { from: row.date, to: instead?.date, timeZone }), instead } }
  })

  on(api, rideCalls.cancel, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const [row, cutOffs] = await Promise.all([lockRide(user, params.id), findCutOffs(user)])
    if (!row) throw problem('not_found')
    // A second press finds the pickup cancelled already.
    if (row.status === 'cancelled') return undefined
    const { timeZone } = user
    if (!canCancel(row, { now: new Date(), timeZone, cutOffs })) return refuse('ride_too_late')
    await setRideStatus(user, row.id, 'cancelled')
    await recordDeed(user, 'ride_cancelled', requestId)
    return undefined
  })
}

const ride = (
  row: RideRow,
  calendar: Pick<PickupCalendar, 'now' | 'timeZone' | 'cutOffs'>,
  orders: PickedUpCase[] = [],
): Ride => ({
  ...row,
  cancelBefore: canCancel(row, calendar) ? cutOffOf(row, calendar).toISOString() : null,
  orders,
})
