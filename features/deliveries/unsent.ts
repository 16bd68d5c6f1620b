import type { RunSheet } from './contract.ts'
import type { NewHandOver } from './input.ts'

/** What a driver has noted and the laboratory has not heard of. */
export type Unsent = {
  handOver: NewHandOver
  practice: string
  /** Kept beside it. `alone` once the laboratory has heard of the hand-over. */
  photo?: 'with' | 'alone'
  /** Why it was not taken: nothing will be done about it by trying again. */
  refusal?: string
}

/** Hand-overs and photos that are still to be sent. */
export const countsOf = (unsent: readonly Unsent[]) =>
  [unsent.filter(({ photo }) => photo !== 'alone').length, unsent.filter(({ photo }) => photo).length] as const

/** The sheet as it will be once all of it has been told: a driver without a network sees what is done as done. */
export function withUnsent(sheet: RunSheet, unsent: readonly Unsent[]): RunSheet {
  const noted = unsent.filter(({ handOver, refusal }) => !refusal && handOver.day === sheet.day)
  if (noted.length === 0) return sheet
  return {
    ...sheet,
    stops: sheet.stops.map(stop =>
      noted
        .map(({ handOver }) => handOver)
        // What was told and whose answer was lost stands on the sheet already.
        .filter(({ id, practiceId }) => practiceId === stop.practice.id && !stop.handOvers.some(one => one.id === id))
        .reduce(withOne, stop),
    ),
  }
}

function withOne(stop: RunSheet['stops'][number], told: NewHandOver): RunSheet['stops'][number] {
  const { id, outcome, at, orderIds, rideIds, receivedBy = null, signature = null } = told
  const isHandedOver = outcome === 'handed_over'
  return {
    ...stop,
    cases: stop.cases.map(one => (isHandedOver && orderIds.includes(one.id) ? { ...one, status: 'delivered' } : one)),
    pickups: stop.pickups.map(one =>
      rideIds.includes(one.id) ? { ...one, status: isHandedOver ? 'picked_up' : 'nobody_there' } : one,
    ),
    handOvers: [...stop.handOvers, { id, outcome, receivedBy, signature, at, by: '' }],
  }
}
