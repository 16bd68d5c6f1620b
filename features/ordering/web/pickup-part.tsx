import { useQuery } from '@tanstack/react-query'
import { rideList } from '#features/rides/web/queries.ts'
import { ScheduleButton } from '#features/rides/web/schedule-button.tsx'
import { useSlotWords } from '#features/rides/web/use-slot-words.ts'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { spotId } from './faults.ts'
import { reviewText } from './review-text.ts'

/** Which pickup takes a physical impression; where none is planned, the way to one from here. */
export function PickupPart() {
  const t = useText(reviewText).pickup
  const slotWords = useSlotWords()
  const { data } = useQuery(rideList)
  return (
    <div className="stack stack--sm" id={spotId('pickup')} role="status">
      {data?.next && (
        <p className="row">
          <Icon name="truck" /> {t.takes(slotWords(data.next))}
        </p>
      )}
      {data && !data.next && (
        <div className="row">
          <span className="tone--warn">{t.none}</span>
          <ScheduleButton>{t.schedule}</ScheduleButton>
        </div>
      )}
    </div>
  )
}
