import type { Day } from '#kit/day.ts'
import { dayOf, oneOf } from '#kit/web/search-params.ts'
import { canBePlanned, type PlanningTab, planningTabs } from '../planning-tabs.ts'

/** Three days from today by default. `from` is our addition: the specification names only the tab. */
export type DashboardSearch = { tab?: PlanningTab | undefined; from?: Day | undefined }

export function dashboardSearch(said: Record<string, unknown>): DashboardSearch {
  const from = dayOf(said.from)
  return { tab: oneOf(planningTabs, said.tab), from: from && canBePlanned(from) ? from : undefined }
}
