// What the address of the list may say, by itself: every page brings what reads addresses, and none of the calls.

/** A case is an "order" on the wire, as the specification names it. */
export const caseStatuses = [
  'registered',
  'in_preparation',
  'in_production',
  'on_hold',
  'shipped',
  'delivered',
  'invoiced',
  'cancelled',
  'unknown',
] as const

export const caseTabs = ['in_progress', 'history', 'all'] as const

export const caseSorts = ['code', 'patient', 'wishedDate', 'deliveryDate', 'appointmentDate'] as const

/**
 * What no period tells: a day that has gone by, or a new one; and what is to come this week, with what should have come before
 * and is not here yet.
 */
export const deliveryFilters = ['delayed', 'this_week'] as const

/** What no status tells: whether the practice has answered yet. */
export const holdFilters = ['unanswered'] as const

/** What waits for the practice; `any` holds all of it, an impression that has to be handed over too (decision 147). */
export const waitingFilters = ['any', 'problem', 'message', 'impression', 'scan'] as const
