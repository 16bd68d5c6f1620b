import type { CaseStatus } from '#features/cases/contract.ts'
import { isOpen } from '#features/rides/rules.ts'
import { type Day, dayInZone, daysBetween, instantInZone } from '#kit/day.ts'
import { midday } from '#kit/shifts.ts'
import type { Stop } from './contract.ts'

/** Statuses of cases that a driver may carry: shipped, or finished and not marked as shipped yet. */
export const carriedStatuses: readonly CaseStatus[] = ['in_production', 'shipped']
export const isToBring = ({ status }: { status: CaseStatus }) => carriedStatuses.includes(status)

/** The purpose of the stop. */
export const errandOf = ({ cases }: Pick<Stop, 'cases'>): 'handOver' | 'collect' =>
  cases.some(isToBring) ? 'handOver' : 'collect'

type Pickup = Pick<Stop['pickups'][number], 'shift' | 'status'>

/** Nobody has made it yet; after "nobody there" only if the half day was not asked for again. */
export const isToFetch = (pickup: Pickup, all: readonly Pickup[]): boolean =>
  isOpen(pickup) ||
  (pickup.status === 'nobody_there' &&
    !all.some(({ shift, status }) => shift === pickup.shift && status !== 'nobody_there'))

/** Whether the driver at the door has come for it: in the morning, the afternoon's pickup is still to be made. */
export function hasBegun(
  { shift }: Pick<Pickup, 'shift'>,
  day: Day,
  { now, zone }: { now: Date; zone: string },
): boolean {
  return shift === 'AM' || day !== dayInZone(now, zone) || now >= instantInZone(day, midday, zone)
}

export const isHanded = ({ status }: { status: CaseStatus }) => status === 'delivered'

/** A phone may be offline for days, and a round planned for after the weekend may be driven before it. */
export function isDayOfRound(day: Day, today: Day): boolean {
  const ahead = daysBetween(today, day)
  return ahead >= -14 && ahead <= 3
}

export type StopState = 'open' | 'done' | 'nobody_there'

/**
 * Open while something is to be brought or fetched, unless the driver has found nobody. A case that was not shipped when the
 * driver came does not keep the stop open until it is shipped.
 */
export function stateOf({ cases, pickups, handOvers }: Pick<Stop, 'cases' | 'pickups' | 'handOvers'>): StopState {
  const last = handOvers.at(-1)
  if (last?.outcome === 'nobody_there') return 'nobody_there'
  const holdsOpen = last ? ({ status }: { status: CaseStatus }) => status === 'shipped' : isToBring
  return cases.some(holdsOpen) || pickups.some(isOpen) ? 'open' : 'done'
}

/**
 * The complete round after some practices were reordered: the others keep their place between them. New ones come right
 * after their predecessor, or before the first known one, or last.
 */
export function arranged(before: readonly string[], wanted: readonly string[]): string[] {
  const queue = wanted.filter(id => before.includes(id))
  const kept = before.map(id => (wanted.includes(id) ? (queue.shift() ?? id) : id))
  const first = kept.findIndex(id => wanted.includes(id))
  const firstKnown = first < 0 ? kept.length : first
  return wanted.reduce((round: string[], id, index) => {
    if (round.includes(id)) return round
    const previous = wanted[index - 1]
    const place = previous === undefined ? firstKnown : round.indexOf(previous) + 1
    return round.toSpliced(place, 0, id)
  }, kept)
}
