import { useQuery } from '@tanstack/react-query'
import { rideList } from '#features/rides/web/queries.ts'
import { useSlotWords } from '#features/rides/web/use-slot-words.ts'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { spotId } from './faults.ts'
import { reviewText } from './review-text.ts'

/** Which pickup takes a physical impression; where none is planned, the way to one, while the draft is kept. */
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
          <ButtonLink to="/rides" size="sm" icon="truck">
            {t.schedule}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
