import type { Day } from '#kit/day.ts'

// A file of its own: every page loads the routes, which need only this.

/** As in the address. */
export const planningTabs = ['3_days', 'week'] as const
export type PlanningTab = (typeof planningTabs)[number]

/** The range of days that the calendar accepts: wide enough for any case, without years that a database or clock refuses. */
export const canBePlanned = (day: Day) => day >= '2000-01-01' && day <= '2099-12-31'
