import type { Work } from '#features/capacity/rules.ts'
import { listDaysWithoutRoom } from '#features/capacity/server/sql.ts'
import type { PrintType } from '#features/cases/contract.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import { findPickup } from '#features/rides/server/ask-for-ride.ts'
import { addDays, type Day, dayInZone } from '#kit/day.ts'
import type { ForPractice } from '#tenancy/server/actor.ts'
import type { DeliveryPromise } from '../contract.ts'
import { type PromiseInput, promiseOf } from '../promise.ts'

/** The pickup for the impression of work ordered now; an optical one needs none. */
export const pickupFor = async (user: ForPractice, printType: PrintType, calendar: DeliveryCalendar) =>
  printType === 'physical' ? findPickup(user, calendar) : null

/** Capacity is nearly always found within these days; later ones are read only where it is not. */
const daysFirst = 28

/** An existing case: its own work does not count against it, and it may keep its day. */
type Present = { id: string; deliveryOn: string | null }

/** When the work arrives: on the first day with room, where the laboratory limits its capacity. */
export async function promiseWithRoom(
  user: ForPractice,
  asked: PromiseInput,
  work: Work,
  present?: Present,
): Promise<DeliveryPromise | null> {
  const unlimited = promiseOf(asked)
  if (!asked.calendar.askForDay || !unlimited) return unlimited
  // Capacity is irrelevant before the first possible day and on past days.
  const possible = promiseOf({ ...asked, wishedOn: undefined }) ?? unlimited
  const from = latest(possible.deliveryDate, dayInZone(new Date(), user.timeZone))
  const horizon = horizonOf(asked.today)
  const near = addDays(latest(from, unlimited.deliveryDate), daysFirst)
  for (const to of near < horizon ? [near, horizon] : [horizon]) {
    const full = new Set(from > to ? [] : await listDaysWithoutRoom(user, work, { from, to }, present?.id))
    const promise = promiseOf({ ...asked, hasRoom: day => day === present?.deliveryOn || !full.has(day) })
    if (to === horizon || (promise && promise.deliveryDate <= to)) return promise
  }
  return null
}

const latest = (one: Day, other: Day): Day => (one > other ? one : other)
