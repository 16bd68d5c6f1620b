import { isWithin24Hours } from '#features/cases/rules.ts'
import type { DashboardDay, DayCase } from '../contract.ts'

/** Closing days of the laboratory are not events of the practice. */
export const hasNothing = ({ deliveries, appointments, rides, absent }: DashboardDay) =>
  deliveries.length + appointments.length + rides.length === 0 && !absent

/** A day without events on which nobody is there: the absence is all there is to show. */
export const isClosed = (day: DashboardDay) => hasNothing(day) && !!(day.closed || day.withoutRounds || !day.isOpen)

/** Cases that have missed their day are listed today under their own heading, separate from those promised for today. */
export const lateAndDue = (deliveries: readonly DayCase[]) => ({
  late: deliveries.filter(isWithin24Hours),
  due: deliveries.filter(one => !isWithin24Hours(one)),
})
