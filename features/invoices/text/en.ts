import type { PaymentReturn } from '#features/payments/rules.ts'
import type { documentRefusals, InvoiceStatus, InvoiceType } from '../contract.ts'

const number = (value: number) => value.toLocaleString('en-GB')
const types: Record<InvoiceType, string> = {
  invoice: 'Invoice',
  pro_forma: 'Pro forma',
  credit: 'Credit note',
  paiement: 'Payment',
  initialBalance: 'Initial balance',
}
const statuses: Record<InvoiceStatus, string> = {
  to_validate: 'To validate',
  in_validation: 'Being checked',
  validated: 'Validated',
  payable: 'To pay',
  to_reconcile: 'To reconcile',
  paid: 'Paid',
  rejected: 'Rejected',
  handled: 'Settled',
}

type Refusals = Record<keyof typeof documentRefusals | 'decision_not_allowed', string>
const refusals: Refusals = {
  no_document: 'This piece comes from before the portal and has no document here.',
  document_incomplete:
    'The laboratory has not given everything the law requires on this document. Call the laboratory.',
  file_lost: 'This document is no longer there. Call the laboratory.',
  decision_not_allowed: 'It has been answered or withdrawn meanwhile.',
}

export const en = {
  title: 'Invoices',
  description: 'What the laboratory has billed, what you have paid, and what is still due.',
  types,
  /** For credit notes and payments, which other languages word differently from invoices. */
  handledCredit: 'Settled',
  returned: {
    refund: 'Refund',
    rejection: 'Payment rejected by the bank',
    mistake: 'Cancelled payment',
  } satisfies Record<PaymentReturn, string>,
  statuses,
  /** For an invoice that counts as paid although nobody paid it. */
  wholeCredited: 'Cancelled by credit',
  balance: 'Balance',
  inFavour: 'In your favour',
  toPay: 'Still to pay',
  nothingToPay: 'Everything is paid',
  /** Shown beside what is on its way. */
  leftToPay: (amount: string) => `${amount} left to pay`,
  nothingElseToPay: 'Nothing else to pay',
  overdue: (amount: string) => `${amount} overdue`,
  /** Credit notes and payments not used yet, already deducted from the balance. */
  deducted: (amount: string) => `${amount} in your favour deducted already`,
  paidLately: 'Recently paid',
  paidLatelyDetail: 'Received in the last 30 days, less refunds',
  unbilled: 'Unbilled',
  unbilledDetail: 'Delivered work that is on no invoice yet, with VAT',
  filter: 'Filter',
  showList: 'See the list',
  toolbar: 'Narrow the list',
  search: 'Search by piece or case number',
  searchExample: 'FA-2026-000123',
  status: 'Status',
  anyStatus: 'Any status',
  period: 'Period',
  from: 'From',
  to: 'To',
  since: (day: string) => `since ${day}`,
  until: (day: string) => `until ${day}`,
  orderWrong: 'This day is before the first one.',
  apply: 'Apply',
  anyDate: 'Any date',
  outstandingOnly: 'Still due only',
  overdueOnly: 'Overdue only',
  clear: 'Clear filters',
  columns: {
    piece: 'Piece',
    type: 'Type',
    date: 'Date',
    cases: 'Cases',
    amount: 'Amount',
    status: 'Status',
    actions: 'Actions',
  },
  actionsFor: (piece: string) => `Actions for ${piece}`,
  view: {
    invoice: 'View invoice',
    pro_forma: 'View pro forma',
    credit: 'View credit note',
    paiement: 'View payment',
    initialBalance: 'View initial balance',
  } satisfies Record<InvoiceType, string>,
  viewReceipt: 'View payment receipt',
  receiptName: (piece: string) => `receipt-${piece}.pdf`,
  receiptFailed: (piece: string) => `The receipt of ${piece} could not be downloaded`,
  onPiece: (piece: string) => `on ${piece}`,
  due: (day: string) => `due ${day}`,
  daysOverdue: (days: number) => `${days} ${days === 1 ? 'day' : 'days'} overdue`,
  underWay: (amount: string) => `of which ${amount} under way`,
  remaining: (amount: string) => `${amount} still due`,
  moreCases: (count: number) => `and\u00a0${count}\u00a0more`,
  noCases: 'None',
  exports: 'Export',
  export: 'List of pieces (CSV)',
  exportFailed: 'The export could not be made',
  exportName: 'invoices.csv',
  statement: 'Statement of account',
  statementName: 'statement.pdf',
  statementFailed: 'The statement could not be prepared',
  archive: 'All documents (ZIP)',
  archiveFailed: 'The documents could not be prepared',
  archiveName: 'invoices.zip',
  refusals: {
    period_wrong: 'A statement runs from one day to a later one, over a year at most: change the period.',
    period_too_full: 'More than 1,000 lines: choose a shorter period.',
    no_documents: 'None of these pieces has a document.',
    too_many_documents: 'More than 5,000 documents: choose a shorter period.',
  },
  summaryFailed: 'Your balance could not be loaded',
  pastTheEnd: 'There are fewer pages now',
  firstPage: 'First page',
  failed: 'The invoices could not be loaded',
  outdated: 'These invoices may be out of date',
  found: (count: number, isMore = false) =>
    count === 1 ? '1 piece' : `${isMore ? 'more than ' : ''}${number(count)} pieces`,
  empty: { title: 'No invoices yet', description: 'They appear here as soon as the laboratory issues them.' },
  nothingFound: { title: 'No piece fits', description: 'Try another number, or clear the filters.' },
  /** On a single piece, with its actions. */
  onItsWay: (amount: string) => `${amount} on its way`,
  receivedOn: (day: string) => `received ${day}`,
  download: 'Download',
  refused: refusals,
  documentFailed: (piece: string) => `${piece} could not be downloaded`,
  proForma: {
    answer: 'Answer',
    answerTo: (piece: string) => `Answer to pro forma ${piece}`,
  },
}
export type InvoicesText = typeof en
