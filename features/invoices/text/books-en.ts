import type { MissingPart } from '../billing-rules.ts'

const missing: Record<MissingPart, string> = {
  legalName: 'the name of the company: the one proposed holds once it is saved',
  siren: 'the SIREN',
  address: 'the address',
  vatNumber: 'the VAT number, or that the laboratory charges no VAT: some of its products are taxed',
}
const refusals = {
  settings_missing: 'The invoicing settings lack what the law requires on an invoice. Complete them first.',
  billed_already: 'A case of these is on a piece already: a colleague was quicker. The list has been loaded again.',
  not_delivered: 'A case of these is not delivered yet.',
  not_priced: 'A case of these has work without a price.',
  decision_not_allowed: 'Somebody has decided otherwise meanwhile. See what holds now.',
  credited_already: 'A credit note has taken these lines back already.',
  not_creditable: 'Only an invoice can be credited.',
  nothing_open: 'Nothing is open on one side or the other any more.',
  not_overdue: 'It is not overdue, or was paid meanwhile.',
  payment_disputed: 'The payer’s bank claims this payment back: talk to the practice.',
  covered_by_credit: 'What is in the practice’s favour covers all that is overdue: set it against it first.',
  mails_not_sent: 'Nothing has left: this portal has no e\u2011mail server. Call the practice.',
  nobody_to_remind: 'Nobody manages this practice’s account, or no address there can be written to. Call them.',
  reminded_today: 'The practice was reminded of it today.',
  reminded_often: 'The practice was reminded of it five times. Call them.',
  entered_already: 'This practice has an initial balance already.',
  not_payable: 'One of these invoices has been paid meanwhile.',
  entered_alike:
    'A payment like it was entered in the last 60 days: same practice, means, amount and reference. If this is another one, enter it all the same.',
  recorded_from_file:
    'The bank’s file has recorded a payment of this amount for this practice already, within a week of it. If this is another one, enter it all the same.',
  told_alike:
    'The laboratory’s software has told this amount for this practice already, within a week of it. If this is another payment, enter it all the same.',
  transfer_over: 'This transfer is not awaited any more: it has been recorded already, or was withdrawn.',
  changed_meanwhile: 'Somebody has changed the settings since you opened them.',
}

export const en = {
  refusals,
  outdated: 'This may be out of date',
  failed: 'This could not be loaded',
  actFailed: 'That was not done',
  optional: '(optional)',
  required: 'Fill this in.',
  tooLong: 'Too long.',
  amountWrong: 'Type an amount, like 149.00.',
  amountSmall: 'At least €0.01.',
  amountLarge: 'More than €1,000,000: probably a typing error.',
  missing: 'Nothing can be issued yet: still to be saved',
  missingParts: missing,
  noIban: 'Without an IBAN practices cannot pay by transfer.',
  complete: 'Complete the settings',
  invoicing: 'Invoicing',
  meansOf: {
    transfer: 'Transfer',
    check: 'Cheque',
    cash: 'Cash',
    direct_debit: 'Direct debit',
    card: 'Card, at the laboratory',
    other: 'Other',
  },
}
export type BooksText = typeof en
