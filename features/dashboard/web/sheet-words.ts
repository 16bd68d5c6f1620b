import type { DashboardDay } from '../contract.ts'

/** That the laboratory is closed is no event of the practice. */
export const hasNothing = ({ deliveries, appointments, rides, absent }: DashboardDay) =>
  deliveries.length + appointments.length + rides.length === 0 && !absent

/** A day on which nobody is there and nothing happens: who is not there is all there is to say. */
export const isClosed = (day: DashboardDay) => hasNothing(day) && !!(day.closed || day.withoutRounds || !day.isOpen)
