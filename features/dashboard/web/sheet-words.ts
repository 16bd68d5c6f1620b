import type { DashboardDay } from '../contract.ts'

/** That the laboratory is closed is no event of the practice. */
export const hasNothing = ({ deliveries, appointments, rides, absent }: DashboardDay) =>
  deliveries.length + appointments.length + rides.length === 0 && !absent
