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
  /** The form promises with it. */
  onKnown: (pickup: Pickup | null | undefined) => void
}

/** Which pickup takes a physical impression; the way to one, or to an earlier one, from here. */
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
