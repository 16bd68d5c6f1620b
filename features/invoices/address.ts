// What the address of the list may say, by itself: every page brings what reads addresses, and none of the calls.

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

/** What no status tells: something is due; and it should have been paid by now. */
export const dueFilters = ['outstanding', 'overdue'] as const
