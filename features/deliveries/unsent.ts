import type { RunSheet } from './contract.ts'
import type { NewHandOver } from './input.ts'

/** A driver's record that has not reached the laboratory. */
export type Unsent = {
  handOver: NewHandOver
  practice: string
  /** Whether a photo is stored beside it; `alone` once the hand-over itself has been sent. */
  photo?: 'with' | 'alone'
  /** The code of a final refusal: retrying does not help. */
  refusal?: string
}

/** The numbers of hand-overs and photos still to send. */
export const countsOf = (unsent: readonly Unsent[]) =>
  [unsent.filter(({ photo }) => photo !== 'alone').length, unsent.filter(({ photo }) => photo).length] as const

/** The sheet as it will be once everything is sent, so that an offline driver sees finished stops as done. */
export function withUnsent(sheet: RunSheet, unsent: readonly Unsent[]): RunSheet {
  const noted = unsent.filter(({ handOver, refusal }) => !refusal && handOver.day === sheet.day)
  if (noted.length === 0) return sheet
  return {
    ...sheet,
    stops: sheet.stops.map(stop =>
      noted
        .map(({ handOver }) => handOver)
        // An entry whose answer was lost is on the sheet already.
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
