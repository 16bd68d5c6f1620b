import type { PracticeGap } from '../rules.ts'
import type { Age } from '../takings-contract.ts'

const number = (value: number) => value.toLocaleString('en-GB')
const practices = (count: number) => (count === 1 ? '1 practice' : `${number(count)} practices`)
const cases = (count: number) => (count === 1 ? '1 case' : `${number(count)} cases`)

export const en = {
  billing: {
    description: 'Delivered work that is on no invoice yet, and what practices say of their pro formas.',
    settings: 'Settings',
    pieces: 'All pieces',
    toBill: 'To invoice',
    search: 'Find a practice',
    until: 'Delivered until',
    apply: 'Apply',
    columns: { practice: 'Practice', cases: 'Cases', total: 'With VAT', balance: 'Owes' },
    gaps: {
      siren_missing: 'no SIREN',
      siren_is_rpps: 'RPPS instead of SIREN',
      siren_wrong: 'wrong SIREN',
      address: 'incomplete address',
      mailbox: 'no e‑mail',
    } satisfies Record<PracticeGap, string>,
    gapsTitle: (count: number) =>
      count === 1
        ? 'The invoice of one practice lacks what the law asks for'
        : `The invoices of ${number(count)} practices lack what the law asks for`,
    gapsMore: (count: number) => (count === 1 ? 'and one more' : `and ${number(count)} more`),
    gapsAfter: 'Nothing is blocked; what is completed before holds for these pieces.',
    complete: 'Complete the practice',
    enterNumber: 'Enter the SIREN',
    addressBy: 'The address is completed by an administrator of the laboratory.',
    unpriced: (count: number) => `${number(count)} without a price`,
    contested: (count: number) => `${count.toLocaleString('en-GB')} contested`,
    contestedToo: (count: number) =>
      count === 1
        ? '1 contested case is invoiced too'
        : `${count.toLocaleString('en-GB')} contested cases are invoiced too`,
    contestedOut: (count: number) =>
      count === 1
        ? '1 contested case is left out: its problem waits for an answer'
        : `${count.toLocaleString('en-GB')} contested cases are left out: their problems wait for an answer`,
    contestedMore: (count: number) => `and ${number(count)} more`,
    takeContested: 'Invoice contested cases too',
    credited: (count: number) => `${number(count)} taken back by a credit note`,
    choose: (name: string) => `Choose ${name}`,
    empty: { title: 'Everything is invoiced', description: 'Delivered cases appear here until they are on a piece.' },
    notFound: { title: 'No practice of this name', description: 'Try another word, or clear the search.' },
    clear: 'Clear the search',
    bill: (count: number, amount: string) => `Invoice ${practices(count)} · ${amount}`,
    runTitle: (count: number) => `Invoice ${practices(count)}`,
    runAsProForma: 'Each practice receives a pro forma first, which it approves or questions.',
    runAsInvoice: 'Each practice receives one invoice, which is final: it is corrected by a credit note only.',
    leftOut: (count: number) => `${cases(count)} left out: work without a price. They stay here.`,
    /** For deliveries of an earlier month. */
    runIsLate: {
      title: 'These pieces will bear today’s date',
      hint: 'In France an invoice that sums up deliveries is made by the end of their month (CGI, art. 289, I, 3).',
    },
    until_: 'Delivered until',
    practices: 'Practices',
    cases: 'Cases',
    net: 'Before VAT',
    total: 'With VAT',
    begin: (count: number) => `Invoice ${practices(count)}`,
    began: 'The run has begun; it goes on if you leave.',
    over: (pieces: number, amount: string) =>
      `Run over: ${pieces === 1 ? '1 piece' : `${number(pieces)} pieces`}, ${amount} with VAT`,
    running: (done: number, all: number) => `Run under way: ${number(done)} of ${practices(all)}`,
    resume: 'Go on with it',
    resumed: 'The run goes on.',
    runs: 'Last runs',
    runColumns: {
      until: 'Delivered until',
      practices: 'Practices',
      pieces: 'Pieces',
      amount: 'With VAT',
      left: 'Left out',
    },
    proFormas: 'Pro formas',
    proFormasShown: (shown: number, all: number) => `${number(shown)} of ${number(all)}`,
    openProFormas: 'All that wait',
    allProFormas: 'All pro formas',
    proFormaColumns: { piece: 'Piece', practice: 'Practice', amount: 'Amount', answer: 'Answer' },
    waitingForIt: 'Waits for the practice',
    approved: 'Approved',
    questioned: 'Questioned',
    issue: 'Issue the invoice',
    issueOf: (piece: string) => `Issue the invoice of ${piece}`,
    issueTitle: (count: number, piece: string) =>
      count === 1 ? `Issue the invoice of ${piece}?` : `Issue ${number(count)} invoices?`,
    issueDescription: (sum: string) =>
      `${sum} incl. VAT. An invoice is not changed any more: what is wrong is taken back by a credit note.`,
    issueAll: (count: number) => `Issue the ${number(count)} approved`,
    issued: (count: number) => (count === 1 ? '1 invoice issued' : `${number(count)} invoices issued`),
  },
  choice: {
    chosen: (chosen: number, of: number) => `${number(chosen)} of ${number(of)} chosen`,
    sum: (net: string, total: string) => `${net} before VAT, ${total} with VAT`,
    all: 'Choose all',
    none: 'Choose none',
  },
  owed: {
    title: 'What practices owe',
    defined: (day: string) =>
      `Today, ${day}, by how long ago it should have been paid; what is on its way is among it until it is there.`,
    practice: 'Practice',
    ages: {
      notDueCents: 'Not due',
      upTo30Cents: '1 to 30 days',
      upTo60Cents: '31 to 60 days',
      upTo90Cents: '61 to 90 days',
      olderCents: 'Over 90 days',
    } satisfies Record<Age, string>,
    inFavour: 'In its favour',
    balance: 'Owes',
    all: 'All practices',
    nothing: 'No practice owes anything.',
    shortened: (most: number) => `The ${most} with most overdue; the export has all of them.`,
    export: 'Aged balance (CSV)',
    exportName: (day: string) => `aged-balance-${day}.csv`,
    exportFailed: 'The aged balance could not be exported',
    failed: 'What practices owe could not be loaded',
    outdated: 'These sums may be out of date',
  },
  takings: {
    title: (year: number) => `Invoiced and received in ${year}`,
    defined:
      'Invoices less credit notes, and receipts less what was given back, each by the day that it bears. Pro formas and initial balances are not counted.',
    caption: 'Invoiced and received by month',
    show: (year: number) => `Show ${year}`,
    month: 'Month',
    net: 'Net',
    vat: 'VAT',
    total: 'With VAT',
    received: 'Received',
    whole: 'Together',
    failed: 'What was invoiced and received could not be loaded',
    outdated: 'These sums may be out of date',
  },
  practice: {
    balance: 'Owes',
    inFavour: 'In its favour',
    toBill: 'To invoice',
    waiting: 'Cases to invoice',
    columns: { case: 'Case', delivered: 'Delivered', price: 'Before VAT' },
    contested: 'Problem not answered',
    remake: 'Remake',
    nothing: 'nothing to bill',
    noWork: 'No work is on this case.',
    priceMissing: (label: string) => `No price: ${label}`,
    setPrice: 'Type the price',
    changePrice: 'Change the price',
    changePriceOf: (code: string) => `Change the price of case ${code}`,
    credited: {
      title: 'Credited, to be invoiced again',
      description:
        'No run invoices these cases: choose what the practice is to pay, at the right price; offer what it does not owe.',
      by: (piece: string) => `Credit note ${piece}`,
    },
    setPriceOf: (label: string, code: string) => `Type the price of ${label}, case ${code}`,
    empty: { title: 'Nothing to invoice', description: 'All delivered cases of this practice are on a piece.' },
    free: {
      title: 'Nothing to pay',
      description: 'Nothing to do: what costs nothing goes with the next invoice of this practice.',
    },
    issue: (count: number, amount: string) => `Invoice ${cases(count)} · ${amount}`,
    pieces: 'Its pieces',
    statement: 'Statement of account',
    pay: 'Enter a payment',
    initialBalance: 'Enter its initial balance',
    correctBalance: 'Correct its initial balance',
    customerAccount: 'Customer account',
    changeCustomerAccount: 'Change the customer account…',
    actions: 'More',
    chooseCase: (code: string) => `Choose case ${code}`,
  },
}
export type BillingText = typeof en
