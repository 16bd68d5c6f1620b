// What the list's address may contain, in a module of its own: every page loads what reads addresses, but none of the
// calls.

export const invoiceTypes = ['invoice', 'pro_forma', 'credit', 'paiement', 'initialBalance'] as const

export const invoiceStatuses = [
  'to_validate',
  'in_validation',
  'validated',
  'payable',
  'to_reconcile',
  'paid',
  'rejected',
  'handled',
] as const

export const invoiceSorts = ['pieceCode', 'date', 'dueDate', 'amount'] as const

/** Filters no status expresses: an amount is due, or overdue. */
export const dueFilters = ['outstanding', 'overdue'] as const
