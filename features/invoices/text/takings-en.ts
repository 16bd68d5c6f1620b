import type { Age } from '../takings-contract.ts'

export const en = {
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
}

export type TakingsText = typeof en
