import type { CaseListSearch } from './search.ts'

export const quickViews = ['toAnswer', 'delayedOnly', 'thisWeek'] as const

/** The most frequent searches. */
export const quickSearches = {
  toAnswer: { waiting: 'any', tab: 'all' },
  delayedOnly: { delivery: 'delayed' },
  thisWeek: { delivery: 'this_week' },
} as const satisfies Record<(typeof quickViews)[number], CaseListSearch>
