import { spotId } from './faults.ts'
import {
  PickupAssumed,
  type PickupProps,
  PickupTakes,
  PickupToSchedule,
  useEarlierPickup,
  usePickup,
} from './pickup-words.tsx'

/** Which pickup takes a physical impression; the way to one, or to an earlier one, from here. */
export function PickupPart(props: PickupProps) {
  const pickup = usePickup()
  const earlier = useEarlierPickup(props)
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
