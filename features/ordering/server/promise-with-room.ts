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

/** What takes the impression of work that is ordered now; an optical one needs nobody. */
export const pickupFor = async (user: ForPractice, printType: PrintType, calendar: DeliveryCalendar) =>
  printType === 'physical' ? findPickup(user, calendar) : null

/** Room is nearly always found within these: what is promised later is read where it is not. */
const daysFirst = 28

/** Of a case that is there already: what it takes is not in its own way, and the day it has is its own. */
type Present = { id: string; deliveryOn: string | null }

/** When work arrives, on the first day that has room for it where the laboratory counts that. */
export async function promiseWithRoom(
  user: ForPractice,
  asked: PromiseInput,
  work: Work,
  present?: Present,
): Promise<DeliveryPromise | null> {
  const unlimited = promiseOf(asked)
  if (!asked.calendar.askForDay || !unlimited) return unlimited
  // Before the first day on which it could arrive nobody asks for room, nor for days that are over.
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
