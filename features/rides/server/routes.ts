import { recordDeed } from '#features/audit/server/sql.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type PickedUpCase, type Ride, rideCalls } from '../contract.ts'
import { asLeft, canCancel, closedDays, cutOffOf, isOpen, type PickupCalendar, pickupOf } from '../rules.ts'
import { askForRide } from './ask-for-ride.ts'
import { findCutOffs, findRide, listRidesOver, listRidesToCome, lockRide, type RideRow, setRideStatus } from './sql.ts'
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
      today,
    )
    const rides = rows.map(row => ride(row, { now, timeZone, cutOffs }, taken.get(row.id)))
    return {
      data: rides,
      next: rides.slice(0, toCome.length).find(isOpen) ?? null,
      cutOffs,
      closed: closedDays(today, calendar),
    }
  })

  on(api, rideCalls.schedule, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    const { whyNot, asked, now, cutOffs } = await askForRide(user, body).catch(error => {
      if (violates(error, 'rides__once')) return refuse('ride_exists')
      throw error
    })
    if (whyNot) return refuse(whyNot)
    await recordDeed(user, 'ride_requested', requestId)
    const { timeZone } = user
    const taken = await listTakenBy(user, [asked.id], dayInZone(now, timeZone))
    return { data: ride(asked, { now, timeZone, cutOffs }, taken.get(asked.id)) }
  })

  on(api, rideCalls.previewCancellation, asPracticeUser, async ({ actor: user, params }) => {
    const now = new Date()
    const { timeZone } = user
    const today = dayInZone(now, timeZone)
    const [row, toCome, cutOffs, calendar] = await Promise.all([
      findRide(user, params.id),
      listRidesToCome(user, today),
      findCutOffs(user),
      findCalendar(user),
    ])
    if (!row) throw problem('not_found')
    const taken = await listTakenBy(user, [row.id], today)
    const instead = pickupOf(toCome, { now, timeZone, cutOffs, closed: closedDays(today, calendar) }, row)
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
