import { useQuery } from '@tanstack/react-query'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import type { Pickup } from '#features/rides/contract.ts'
import { firstPossible, isSooner, pickupOf, type Slot } from '#features/rides/rules.ts'
import { calendarOf } from '#features/rides/web/pickup-slots.ts'
import { rideList } from '#features/rides/web/queries.ts'
import { ScheduleButton } from '#features/rides/web/schedule-button.tsx'
import { useSlotWords } from '#features/rides/web/use-slot-words.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Catalogue, Entry } from './entry.ts'
import { reviewText } from './review-text.ts'
import { usePromise } from './use-promise.ts'

export type PickupProps = { entry: Entry; catalogue: Catalogue; calendar: DeliveryCalendar }

/** The pickup of the impression, planned or only possible; null where no driver can come, undefined while loading. */
export function usePickup(): Pickup | null | undefined {
  const { zone } = useFormat()
  const { data } = useQuery(rideList)
  return data && pickupOf(data.data, calendarOf(data, zone))
}

export type EarlierPickup = {
  slot: Slot
  /** The delivery day with it; undefined before any work is chosen. */
  deliveryDate: Day | undefined
}

/** A slot that can be requested and comes before the planned pickup. */
export function useEarlierPickup({ entry, catalogue, calendar }: PickupProps): EarlierPickup | undefined {
  const { zone } = useFormat()
  const rides = useQuery(rideList).data
  const planned = usePickup()
  const first = rides && firstPossible(rides.data, calendarOf(rides, zone))
  const slot = planned?.isPlanned && first && isSooner(first, planned) ? first : undefined
  const now = usePromise(entry, catalogue, calendar, planned)
  const instead = slot && { ...slot, isPlanned: false }
  const then = usePromise(slot ? entry : { ...entry, printType: undefined }, catalogue, calendar, instead, true)
  if (!slot) return undefined
  if (!now || !then) return { slot, deliveryDate: undefined }
  // An earlier pickup is offered only if it makes the delivery earlier.
  return then.deliveryDate < now.deliveryDate ? { slot, deliveryDate: then.deliveryDate } : undefined
}

export function PickupTakes({ slot }: { slot: Slot }) {
  const t = useText(reviewText).pickup
  const slotWords = useSlotWords()
  return (
    <p className="row row--unwrapped">
      <Icon name="truck" /> {t.takes(slotWords(slot))}
    </p>
  )
}

/** Says that no pickup is planned, or what an earlier one would gain, with a link to request it. */
export function PickupToSchedule({ earlier }: { earlier?: EarlierPickup }) {
  const t = useText(reviewText).pickup
  const { nearDay } = useFormat()
  const slotWords = useSlotWords()
  const day = earlier?.deliveryDate
  return (
    <div className="row">
      {earlier ? (
        <span>{t.earlier(slotWords(earlier.slot), day && nearDay(day))}</span>
      ) : (
        <span className="tone--warn">{t.none}</span>
      )}
      <ScheduleButton slot={earlier?.slot}>{earlier ? t.scheduleEarlier : t.schedule}</ScheduleButton>
    </div>
  )
}

/** What the delivery day assumes while no pickup is requested. */
export function PickupAssumed({ pickup }: { pickup: Pickup | null }) {
  const t = useText(reviewText).pickup
  const slotWords = useSlotWords()
  return <p className="muted small">{pickup ? t.assumed(slotWords(pickup)) : t.assumedToday}</p>
}
