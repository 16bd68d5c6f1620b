import { isWithin24Hours } from '#features/cases/rules.ts'
import type { DashboardDay, DayCase } from '../contract.ts'

/** That the laboratory is closed is no event of the practice. */
export const hasNothing = ({ deliveries, appointments, rides, absent }: DashboardDay) =>
  deliveries.length + appointments.length + rides.length === 0 && !absent

/** A day on which nobody is there and nothing happens: who is not there is all there is to say. */
export const isClosed = (day: DashboardDay) => hasNothing(day) && !!(day.closed || day.withoutRounds || !day.isOpen)

/** What has missed its day is looked for today, and has a heading of its own: it is none of what is promised for today. */
export const lateAndDue = (deliveries: readonly DayCase[]) => ({
  late: deliveries.filter(isWithin24Hours),
  due: deliveries.filter(one => !isWithin24Hours(one)),
})
