import type { Day } from '#kit/day.ts'

// By itself: the routes read it on every page, and nothing of what is reckoned with it.

/** As the address says it. */
export const planningTabs = ['3_days', 'week'] as const
export type PlanningTab = (typeof planningTabs)[number]

/** What a calendar of cases can be asked for: wide enough for any case, and no year that a database or a clock refuses. */
export const canBePlanned = (day: Day) => day >= '2000-01-01' && day <= '2099-12-31'
