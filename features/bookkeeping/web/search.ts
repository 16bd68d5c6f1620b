import type { Day } from '#kit/day.ts'
import { oneOf, period } from '#kit/web/search-params.ts'
import type { Journal } from '../rules.ts'

/** Without a journal: both. */
export type BookkeepingSearch = {
  from?: Day | undefined
  to?: Day | undefined
  journal?: Journal | undefined
}

export const bookkeepingSearch = (said: Record<string, unknown>): BookkeepingSearch => ({
  ...period(said),
  // Repeated here, since importing the rules would load them with every page.
  journal: oneOf<Journal>(['salesJournal', 'paymentsJournal'], said.journal),
})
