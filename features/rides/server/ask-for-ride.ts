import { lockAbsences } from '#features/absences/server/sql.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import type { ForPractice, PracticeUser } from '#tenancy/server/actor.ts'
import type { Pickup } from '../contract.ts'
import type { NewRide } from '../input.ts'
import { pickupOf, whyNotOn } from '../rules.ts'
import { pickupCalendar } from './pickup-calendar.ts'
import { findCutOffs, findOpenRide, insertRide, listRidesFrom, type RideRow } from './sql.ts'

/** The reason why no pickup is possible then, or the pickup with its cut-offs for cancelling. */
export async function askForRide(user: PracticeUser, wanted: NewRide) {
  const now = new Date()
  const { timeZone } = user
  // Takes the practice's lock: absences stay unchanged, and fifty concurrent requests do not deadlock.
  const [, cutOffs, calendar] = await Promise.all([lockAbsences(user), findCutOffs(user), findCalendar(user)])
  const whyNot = whyNotOn(wanted.date, wanted.shift, pickupCalendar(calendar, { now, timeZone, cutOffs }))
  if (whyNot) return { whyNot }
  return { asked: await insertRide(user, wanted), now, cutOffs }
}

/** The pickup that takes an impression ordered now; null when no driver can come within the days that can be planned. */
export async function findPickup(asking: ForPractice, calendar: DeliveryCalendar): Promise<Pickup | null> {
  const { timeZone } = asking
  const now = new Date()
  const today = dayInZone(now, timeZone)
  const [rides, cutOffs] = await Promise.all([listRidesFrom(asking, today), findCutOffs(asking)])
  return pickupOf(rides, pickupCalendar(calendar, { now, timeZone, cutOffs }))
}

/** The open pickup of that slot, or a newly requested one; undefined when no driver can come. */
export async function planRide(
  user: PracticeUser,
  slot: Pick<NewRide, 'date' | 'shift'>,
): Promise<{ row: RideRow; isNew: boolean } | undefined> {
  // A concurrent request for this slot has been committed by then.
  await lockAbsences(user)
  const planned = await findOpenRide(user, slot)
  if (planned) return { row: planned, isNew: false }
  const { asked } = await askForRide(user, slot)
  return asked && { row: asked, isNew: true }
}
