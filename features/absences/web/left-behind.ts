import type { LeftCase, Pickup } from '#features/rides/contract.ts'
import { asLeft } from '#features/rides/rules.ts'
import type { Reply } from '#kit/contract.ts'
import type { AwayPickup, absenceCalls } from '../contract.ts'

/** What waits for another pickup, what takes it instead, and how much of it comes too late by that. */
export type LeftBehind = { orders: LeftCase[]; instead: Pickup | null; late: number }

type Looked = { days: unknown; data: Reply<typeof absenceCalls.preview>['data'] | null | undefined }

/** By the pickups that would be called off: all but those that are kept. */
export function leftBehind({ days, data }: Looked, kept: readonly string[], timeZone: string): LeftBehind {
  const pickups = days && data && !data.overlaps ? data.pickups : []
  // Only the first of them has anything to take.
  const left = pickups.find(({ id, orders, isTooLate }) => orders.length > 0 && !isTooLate && !kept.includes(id))
  const instead = soonest(
    data?.pickupInstead,
    pickups.find(({ id }) => kept.includes(id)),
  )
  const orders = left ? asLeft(left.orders, { from: left.date, to: instead?.date, timeZone }) : []
  return { orders, instead: instead ?? null, late: countMissed(orders) }
}

export const countMissed = (orders: readonly LeftCase[]) =>
  orders.filter(({ isTooLate, isDayLost }) => isTooLate || isDayLost).length

/** The first that is kept takes what was to leave with the others, unless another one comes before it. */
const soonest = (other: Pickup | null | undefined, kept: AwayPickup | undefined): Pickup | null | undefined =>
  kept && !(other?.isPlanned && `${other.date} ${other.shift}` < `${kept.date} ${kept.shift}`)
    ? { ...kept, isPlanned: true }
    : other
