import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { closedWeekdays } from '#features/catalogue/no-delivery.ts'
import { dayInZone } from '#kit/day.ts'
import { closedDays, type PickupCalendar } from '../rules.ts'

/** What decides about pickups, from what decides about deliveries. */
export const pickupCalendar = (
  calendar: DeliveryCalendar,
  clock: Pick<PickupCalendar, 'now' | 'timeZone' | 'cutOffs'>,
): PickupCalendar => ({
  ...clock,
  closed: closedDays(dayInZone(clock.now, clock.timeZone), calendar),
  practiceClosed: closedWeekdays(calendar),
})
