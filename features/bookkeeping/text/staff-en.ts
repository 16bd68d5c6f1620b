import type { AccountUse, Journal } from '../rules.ts'

const counted = (count: number, one: string, many: string) =>
  count > 0 && `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

const uses: Record<AccountUse, string> = {
  customers: 'Customers',
  exemptSales: 'Sales exempt from VAT',
  taxedSales: 'Sales with VAT',
  vat: 'VAT collected',
  bank: 'Bank',
  cards: 'Cards to be credited',
  cheques: 'Cheques to be cashed',
  cash: 'Cash',
}
const journals: Record<Journal, string> = { salesJournal: 'Sales journal', paymentsJournal: 'Payments journal' }

export const en = {
  title: 'Entries',
  description: 'Your invoices, credit notes and payments as accounting entries, for your accountant’s software.',
  toolbar: 'Choose the period',
  presets: { before: 'Last month', month: 'This month', year: 'This year', yearBefore: 'Last year' },
  journal: 'Journals',
  journalNames: { both: 'Sales and payments', salesJournal: 'Sales alone', paymentsJournal: 'Payments alone' },
  unfinished: 'This period is not over: more entries will come.',
  receivedBefore: (count: number) =>
    count === 1
      ? 'A payment of this period came before it: it stands on the day when it was entered, and the date of its piece says when the money came.'
      : `${count} payments of this period came before it: they stand on the day when they were entered, and the date of their piece says when the money came.`,
  period: 'Period',
  from: 'From',
  to: 'To',
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `Until ${day}`,
  apply: 'Apply',
  anyDate: 'Last month',
  orderWrong: 'The end must come after the start.',
  clamped: 'A year at most is taken at once: the last year is shown.',
  export: 'Download the entries',
  exportFailed: 'The entries could not be downloaded',
  failed: 'The entries could not be loaded',
  outdated: 'These sums may be out of date',
  entries: (days: string) => `Entries, ${days}`,
  caption: 'Totals of the period by account',
  pieces: (invoices: number, credits: number, payments: number, returns: number) =>
    [
      counted(invoices, 'invoice', 'invoices'),
      counted(credits, 'credit note', 'credit notes'),
      counted(payments, 'payment', 'payments'),
      counted(returns, 'payment cancelled, bounced or refunded', 'payments cancelled, bounced or refunded'),
    ]
      .filter(Boolean)
      .join(', ') || 'No piece',
  defined:
    'By the day on each piece. Pro formas and balances from before the portal are not among them: the first are not booked, the second are in your books already. What bounced, or was refunded by hand, comes out of the bank. The file has the columns of the French fichier des écritures comptables (text, tabs, UTF-8).',
  columns: { account: 'Account', use: 'Account name', debit: 'Debit', credit: 'Credit' },
  whole: 'Total',
  nothing: 'Nothing was issued or received in this period.',
  nothingInJournal: 'Nothing in this journal for this period.',
  nothingAdvice: 'Choose another one to see its entries.',
  settings: 'Accounts and journals',
  settingsHint: 'As your accountant has them. They hold for every file from now on, of earlier periods too.',
  journals,
  uses,
  accountsFailed: 'The accounts could not be loaded',
  accountWrong: '3 to 12 digits or letters.',
  classWrong: (classes: string) => `This account begins with ${classes}.`,
  saidTwice: 'This code stands for something else already.',
  journalWrong: '1 to 6 digits or letters.',
  required: 'Please say it.',
  tooLong: 'This is too long.',
  submit: 'Save the accounts',
  saved: 'The accounts are saved',
  notSaved: 'The accounts could not be saved',
  refusals: {
    changed_meanwhile: 'Somebody else has changed them meanwhile.',
  },
  customer: {
    title: (practice: string) => `Account of ${practice}`,
    description:
      'The account of this practice in your accountant’s books. Its entries bear it, of earlier periods too.',
    field: 'Account',
    hint: (usual: string) => `Leave it empty for the default one, ${usual}.`,
    wrong: 'Digits and letters alone, 17 at most, and not the default account of another practice.',
    submit: 'Save the account',
    saved: 'The account is saved',
    failed: 'The account could not be saved',
    refusals: {
      account_taken: 'Another practice has this account.',
      changed_meanwhile: 'Somebody else has changed it meanwhile.',
    },
  },
}
export type BookkeepingText = typeof en
