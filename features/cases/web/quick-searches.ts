import type { CaseListSearch } from './search.ts'

export const quickViews = ['toAnswer', 'delayedOnly', 'thisWeek'] as const

/** What is asked for most. */
export const quickSearches = {
  toAnswer: { waiting: 'any', tab: 'all' },
  delayedOnly: { delivery: 'delayed' },
  thisWeek: { delivery: 'this_week' },
} as const satisfies Record<(typeof quickViews)[number], CaseListSearch>
