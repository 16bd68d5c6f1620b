import { lockAbsences } from '#features/absences/server/sql.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import type { ForPractice, PracticeUser } from '#tenancy/server/actor.ts'
import type { Pickup } from '../contract.ts'
import type { NewRide } from '../input.ts'
import { closedDays, pickupOf, whyNotOn } from '../rules.ts'
import { findCutOffs, findOpenRide, insertRide, listRidesFrom, type RideRow } from './sql.ts'

/** Why there can be none then, or the pickup with what decides until when it can be cancelled. */
export async function askForRide(user: PracticeUser, wanted: NewRide) {
  const now = new Date()
  const { timeZone } = user
  // Alone in the practice: absences stay as they are, and of fifty askers none waits for one that waits for it.
  const [, cutOffs, calendar] = await Promise.all([lockAbsences(user), findCutOffs(user), findCalendar(user)])
  const closed = closedDays(dayInZone(now, timeZone), calendar)
  const whyNot = whyNotOn(wanted.date, wanted.shift, { now, timeZone, cutOffs, closed })
  if (whyNot) return { whyNot }
  return { asked: await insertRide(user, wanted), now, cutOffs }
}

/** What takes an impression that is ordered now; null where no driver can come within reach. */
export async function findPickup(asking: ForPractice, calendar: DeliveryCalendar): Promise<Pickup | null> {
  const { timeZone } = asking
  const now = new Date()
  const today = dayInZone(now, timeZone)
  const [rides, cutOffs] = await Promise.all([listRidesFrom(asking, today), findCutOffs(asking)])
  return pickupOf(rides, { now, timeZone, cutOffs, closed: closedDays(today, calendar) })
}

/** The one that is planned then, or else one that is asked for; nothing where no driver can come. */
export async function planRide(
  user: PracticeUser,
  slot: Pick<NewRide, 'date' | 'shift'>,
): Promise<{ row: RideRow; isNew: boolean } | undefined> {
  // Whoever else asks for this one has it by then.
  await lockAbsences(user)
  const planned = await findOpenRide(user, slot)
  if (planned) return { row: planned, isNew: false }
  const { asked } = await askForRide(user, slot)
  return asked && { row: asked, isNew: true }
}
