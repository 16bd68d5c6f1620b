import type { Day } from '#kit/day.ts'
import { oneOf, period } from '#kit/web/search-params.ts'
import type { Journal } from '../rules.ts'

/** Both journals, unless one is said. */
export type BookkeepingSearch = {
  from?: Day | undefined
  to?: Day | undefined
  journal?: Journal | undefined
}

export const bookkeepingSearch = (said: Record<string, unknown>): BookkeepingSearch => ({
  ...period(said),
  // Not from the rules, which would come with every page.
  journal: oneOf<Journal>(['salesJournal', 'paymentsJournal'], said.journal),
})
