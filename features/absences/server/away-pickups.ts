import type { Pickup } from '#features/rides/contract.ts'
import { asLeft, canCancel, isToCome, pickupOf, type Slot } from '#features/rides/rules.ts'
import { pickupCalendar } from '#features/rides/server/pickup-calendar.ts'
import { findCutOffs, listRidesFrom, lockOpenRides, setRideStatus } from '#features/rides/server/sql.ts'
import { listTakenBy, withPatients } from '#features/rides/server/taken-sql.ts'
import { dayInZone } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { Absence, AwayPickup } from '../contract.ts'
import { byDay, halvesAway, type Period } from '../rules.ts'
import type { Calendars } from './moved-orders.ts'

export type AwayPickups = { pickups: AwayPickup[]; pickupInstead: Pickup | null }

/**
 * Finds pickups that fall into these absences, and fell into none before: a decision made for an earlier absence stands. All
 * except `kept` are cancelled, unless the driver has been sent; with `kept` undefined, none is.
 */
export async function callOffPickups(
  user: PracticeUser,
  declared: readonly Absence[],
  { before, after }: Calendars,
  kept: readonly string[] | undefined,
): Promise<AwayPickups> {
  const isAway = nobodyThereIn(declared)
  const wasAway = nobodyThereIn(before.absences ?? [])
  const [now, { timeZone }] = [new Date(), user]
  const today = dayInZone(now, timeZone)
  const [open, cutOffs] = await Promise.all([lockOpenRides(user, today), findCutOffs(user)])
  const away = open
    .filter(ride => isToCome(ride, { now, timeZone }) && isAway(ride) && !wasAway(ride))
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  const ids = away.map(({ id }) => id)
  const taken = await listTakenBy(user, ids, now)
  const judged = away.map(({ id, date, shift, status }) => {
    const isTooLate = !canCancel({ date, shift, status }, { now, timeZone, cutOffs })
    return { id, date, shift, status, isTooLate, isCancelled: kept !== undefined && !isTooLate && !kept.includes(id) }
  })
  const cancelled = judged.filter(({ isCancelled }) => isCancelled)
  for (const { id } of cancelled) await setRideStatus(user, id, 'cancelled')
  const pickupInstead =
    cancelled.length > 0
      ? pickupOf(await listRidesFrom(user, today), pickupCalendar(after, { now, timeZone, cutOffs }))
      : null
  const pickups = await Promise.all(
    judged.map(async pickup => {
      const { id, date, isCancelled } = pickup
      const orders = await withPatients(user, taken.get(id) ?? [])
      return {
        ...pickup,
        orders: asLeft(orders, { from: date, to: isCancelled ? pickupInstead?.date : date, timeZone }),
      }
    }),
  )
  return { pickups, pickupInstead }
}

/** Pickups to come on days that these absences give back, that are called off and in whose place none was asked for. */
export async function listCalledOff(
  user: PracticeUser,
  ended: readonly Absence[],
  { after }: Calendars,
): Promise<Slot[]> {
  if (ended.length === 0) return []
  const wasAway = nobodyThereIn(ended)
  const isAway = nobodyThereIn(after.absences ?? [])
  const [now, { timeZone }] = [new Date(), user]
  const rides = (await listRidesFrom(user, dayInZone(now, timeZone))).filter(
    ride => wasAway(ride) && !isAway(ride) && isToCome(ride, { now, timeZone }),
  )
  // Two of the same half of a day, called off one after the other, are one.
  const calledOff = new Map(rides.map(({ date, shift }) => [placeOf({ date, shift }), { date, shift }]))
  for (const ride of rides) if (ride.status !== 'cancelled') calledOff.delete(placeOf(ride))
  return [...calledOff.values()]
}

type Away = Period & Pick<Absence, 'deliveryPossible'>

const placeOf = ({ date, shift }: Slot) => `${date} ${shift}`

/** By half days: a pickup in the other half of the day is not affected. */
function nobodyThereIn(absences: readonly Away[]) {
  const absencesOn = byDay(absences.filter(({ deliveryPossible }) => !deliveryPossible))
  return ({ date, shift }: Slot) => halvesAway(absencesOn(date), date).includes(shift)
}
