import { useEffect, useEffectEvent } from 'react'
import type { Pickup } from '#features/rides/contract.ts'
import { spotId } from './faults.ts'
import {
  PickupAssumed,
  type PickupProps,
  PickupTakes,
  PickupToSchedule,
  useEarlierPickup,
  usePickup,
} from './pickup-words.tsx'

type PartProps = PickupProps & {
  /** Passes the pickup to the form's promise. */
  onKnown: (pickup: Pickup | null | undefined) => void
}

/** The pickup of a physical impression, with a way to request one, or an earlier one. */
export function PickupPart({ onKnown, ...props }: PartProps) {
  const pickup = usePickup()
  const earlier = useEarlierPickup(props)
  const tell = useEffectEvent((_known: string | undefined) => onKnown(pickup))
  const known = pickup === undefined ? undefined : JSON.stringify(pickup)
  useEffect(() => tell(known), [known])
  return (
    <div className="stack stack--sm" id={spotId('pickup')} role="status">
      {pickup?.isPlanned && <PickupTakes slot={pickup} />}
      {earlier && <PickupToSchedule earlier={earlier} />}
      {pickup !== undefined && !pickup?.isPlanned && (
        <>
          <PickupToSchedule />
          <PickupAssumed pickup={pickup} />
        </>
      )}
    </div>
  )
}
