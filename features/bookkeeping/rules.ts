/** What an amount is booked under, in the order in which an accountant reads them. */
export const accountUses = [
  'customers',
  'exemptSales',
  'taxedSales',
  'vat',
  'bank',
  'cards',
  'cheques',
  'cash',
] as const
export type AccountUse = (typeof accountUses)[number]

export const journals = ['salesJournal', 'paymentsJournal'] as const
export type Journal = (typeof journals)[number]

export type Accounts = Record<AccountUse | Journal, string>

/** Of the French chart of accounts, until the laboratory says those of its own accountant. */
export const usualAccounts: Accounts = {
  salesJournal: 'VE',
  paymentsJournal: 'BQ',
  customers: '411000',
  exemptSales: '701000',
  taxedSales: '701100',
  vat: '445710',
  bank: '512000',
  cards: '511500',
  cheques: '511200',
  cash: '530000',
}

/** As programs of bookkeeping take them; the class comes first. */
export const isAccount = (said: string) => /^[1-9][0-9A-Z]{2,11}$/.test(said)
export const isJournal = (said: string) => /^[0-9A-Z]{1,6}$/.test(said)
