import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { againstDelivery } from '#features/catalogue/rules.ts'
import type { TakenBy } from '#features/rides/contract.ts'
import type { Day } from '#kit/day.ts'
import type { LostDay } from '../staff-contract.ts'

type Shown = { deliveryDate: Day | null; isDeliveryConfirmed: boolean }
type Now = { today: Day; earliest: Day | null; calendar: DeliveryCalendar; pickup: TakenBy | null }

/**
 * Why the laboratory cannot keep the day that the practice was shown when it ordered. A later day for an order of today is
 * no reason: the practice has given the patient that day.
 */
export function lostDayOf(shown: Shown, { today, earliest, calendar, pickup }: Now): LostDay | null {
  const { deliveryDate: day, isDeliveryConfirmed } = shown
  if (day === null) return null
  if (day < today) return 'past'
  if (day === today && (earliest === null || earliest > today)) return 'today'
  if (pickup && !pickup.isDone && pickup.date >= day) return 'impression'
  // A day that the laboratory has set itself may be one on which the practice takes no deliveries.
  return isDeliveryConfirmed ? null : (againstDelivery(day, calendar) ?? null)
}
