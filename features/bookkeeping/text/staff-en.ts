import type { AccountUse, Journal } from '../rules.ts'
import type { Booked } from '../staff-contract.ts'

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
  presets: { before: 'Last month', month: 'This month', year: 'This year' },
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
  exportName: (from: string, to: string) => `entries-${from}-${to}.txt`,
  failed: 'The entries could not be loaded',
  outdated: 'These sums may be out of date',
  entries: (days: string) => `Entries, ${days}`,
  caption: 'What the entries of the period come to, account by account',
  pieces: ({ invoices, credits, payments, returns }: Booked['pieces']) =>
    [
      counted(invoices, 'invoice', 'invoices'),
      counted(credits, 'credit note', 'credit notes'),
      counted(payments, 'payment', 'payments'),
      counted(returns, 'payment given back', 'payments given back'),
    ]
      .filter(Boolean)
      .join(', '),
  defined:
    'By the day on each piece. Pro formas and balances from before the portal are not among them: the first are not booked, the second are in your books already. The file has the columns of the French fichier des écritures comptables (text, tabs, UTF-8).',
  columns: { account: 'Account', use: 'Name', debit: 'Debit', credit: 'Credit' },
  whole: 'Together',
  nothing: 'Nothing was issued or received in this period.',
  nothingAdvice: 'Choose another one to see its entries.',
  settings: 'Accounts and journals',
  settingsHint: 'As your accountant has them. They hold for every file from now on, of earlier periods too.',
  journals,
  uses,
  accountsFailed: 'The accounts could not be loaded',
  accountWrong: 'A digit first, then 2 to 11 digits or letters.',
  journalWrong: '1 to 6 digits or letters.',
  required: 'Please say it.',
  tooLong: 'This is too long.',
  submit: 'Save the accounts',
  saved: 'The accounts are saved',
  notSaved: 'The accounts could not be saved',
  refusals: {
    changed_meanwhile: 'Somebody else has changed them meanwhile. Reload the page to see what stands there now.',
  },
  customer: {
    title: (practice: string) => `Account of ${practice}`,
    description:
      'The account of this practice in your accountant’s books. Its entries bear it, of earlier periods too.',
    field: 'Account',
    hint: (usual: string) => `Leave it empty for the usual one, ${usual}.`,
    wrong: (usual: string) => `1 to 17 digits or letters, and not like the usual ones (${usual}).`,
    submit: 'Save the account',
    saved: 'The account is saved',
    failed: 'The account could not be saved',
    refusals: {
      account_taken: 'Another practice has this account.',
      changed_meanwhile: 'Somebody else has changed it meanwhile. Reload the page to see what stands there now.',
    },
  },
}
export type BookkeepingText = typeof en
