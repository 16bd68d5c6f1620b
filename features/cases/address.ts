// The values that the list's address may hold. A file of its own: every page loads the address parsers, but not the calls.

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
 * Filters that no period expresses: `delayed` (past its day, or moved to a later one) and `this_week`, which includes
 * earlier deliveries that have not arrived yet.
 */
export const deliveryFilters = ['delayed', 'this_week'] as const

/** A filter that no status expresses: whether the practice has answered yet. */
export const holdFilters = ['unanswered'] as const

/** What waits for the practice. `any` covers all of them, including impressions to hand over (decision 0147). */
export const waitingFilters = ['any', 'problem', 'message', 'impression', 'scan'] as const
