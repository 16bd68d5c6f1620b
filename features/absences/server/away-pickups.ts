import type { Pickup } from '#features/rides/contract.ts'
import { canCancel, closedDays, isToCome, pickupOf, type Slot } from '#features/rides/rules.ts'
import { findCutOffs, listRidesFrom, lockOpenRides, setRideStatus } from '#features/rides/server/sql.ts'
import { listTakenBy } from '#features/rides/server/taken-sql.ts'
import { dayInZone } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { Absence, AwayPickup } from '../contract.ts'
import { byDay, halvesAway, type Period } from '../rules.ts'
import type { Calendars } from './moved-orders.ts'

export type AwayPickups = { pickups: AwayPickup[]; pickupInstead: Pickup | null }

/**
 * Pickups that fall into these absences, and did not before: what was said of one then stays said. All but those that are
 * `kept` are called off, as far as the driver has not been sent; where nothing is said of any, none is.
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
  const taken = await listTakenBy(user, ids, today)
  const pickups = away.map(({ id, date, shift, status }) => {
    const isTooLate = !canCancel({ date, shift, status }, { now, timeZone, cutOffs })
    const isCancelled = kept !== undefined && !isTooLate && !kept.includes(id)
    return { id, date, shift, status, takes: taken.get(id)?.length ?? 0, isTooLate, isCancelled }
  })
  const cancelled = pickups.filter(({ isCancelled }) => isCancelled)
  if (cancelled.length === 0) return { pickups, pickupInstead: null }
  for (const { id } of cancelled) await setRideStatus(user, id, 'cancelled')
  const rides = await listRidesFrom(user, today)
  return { pickups, pickupInstead: pickupOf(rides, { now, timeZone, cutOffs, closed: closedDays(today, after) }) }
}

type Away = Period & Pick<Absence, 'deliveryPossible'>

const placeOf = ({ date, shift }: Slot) => `${date} ${shift}`

/** Half by half: a pickup in the other half of the day is none of their business. */
function nobodyThereIn(absences: readonly Away[]) {
  const absencesOn = byDay(absences.filter(({ deliveryPossible }) => !deliveryPossible))
  return ({ date, shift }: Slot) => halvesAway(absencesOn(date), date).includes(shift)
}
