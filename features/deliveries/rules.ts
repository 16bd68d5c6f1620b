import type { CaseStatus } from '#features/cases/contract.ts'
import { isOpen } from '#features/rides/rules.ts'
import { type Day, daysBetween } from '#kit/day.ts'
import type { Stop } from './contract.ts'

/** What a driver may hold in the hand: said to have left, or finished and not said so yet. */
export const carriedStatuses: readonly CaseStatus[] = ['in_production', 'shipped']
export const isToBring = ({ status }: { status: CaseStatus }) => carriedStatuses.includes(status)

/** What the driver comes for. */
export const errandOf = ({ cases }: Pick<Stop, 'cases'>): 'handOver' | 'collect' =>
  cases.some(isToBring) ? 'handOver' : 'collect'

export const isHanded = ({ status }: { status: CaseStatus }) => status === 'delivered'

/** A phone may be without a network for days; a round of after the weekend may be driven before it. */
export function isDayOfRound(day: Day, today: Day): boolean {
  const ahead = daysBetween(today, day)
  return ahead >= -14 && ahead <= 3
}

export type StopState = 'open' | 'done' | 'nobody_there'

/**
 * Open as long as something is to be brought or fetched, unless the driver has found nobody. What had not left the laboratory
 * when the driver was there does not keep the stop open; once it leaves, it does.
 */
export function stateOf({ cases, pickups, handOvers }: Pick<Stop, 'cases' | 'pickups' | 'handOvers'>): StopState {
  const last = handOvers.at(-1)
  if (last?.outcome === 'nobody_there') return 'nobody_there'
  const holdsOpen = last ? ({ status }: { status: CaseStatus }) => status === 'shipped' : isToBring
  return cases.some(holdsOpen) || pickups.some(isOpen) ? 'open' : 'done'
}

/**
 * The whole round once some of its practices stand in another order: the others keep their place between them;
 * who is new to it comes right after the one before, or where the others begin, or last.
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
