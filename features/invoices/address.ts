import * as v from 'valibot'

// What the address of the list may say, by itself: every page brings what reads addresses, and none of the calls.

export const InvoiceType = v.picklist(['invoice', 'pro_forma', 'credit', 'paiement', 'initialBalance'])
export type InvoiceType = v.InferOutput<typeof InvoiceType>

export const InvoiceStatus = v.picklist([
  'to_validate',
  'in_validation',
  'validated',
  'payable',
  'to_reconcile',
  'paid',
  'rejected',
  'handled',
])
export type InvoiceStatus = v.InferOutput<typeof InvoiceStatus>

export const InvoiceSort = v.picklist(['pieceCode', 'date', 'dueDate', 'amount'])
export type InvoiceSort = v.InferOutput<typeof InvoiceSort>

/** What no status tells: something is due; and it should have been paid by now. */
export const DueFilter = v.picklist(['outstanding', 'overdue'])
export type DueFilter = v.InferOutput<typeof DueFilter>
