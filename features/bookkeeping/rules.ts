import type { InputError } from '#kit/problem.ts'

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

/** Of the French chart of accounts, where it is the first digit: third parties, sales, money (or what waits for it). */
export const classesOf: Record<AccountUse, string> = {
  customers: '4',
  exemptSales: '7',
  taxedSales: '7',
  vat: '4',
  bank: '45',
  cards: '45',
  cheques: '45',
  cash: '45',
}

/** As programs of bookkeeping take them. */
export const isAccount = (said: string) => /^[0-9A-Z]{3,12}$/.test(said)
export const isInClass = (use: AccountUse, said: string) => classesOf[use].includes(said.charAt(0))
export const isJournal = (said: string) => /^[0-9A-Z]{1,6}$/.test(said)

const money = ['bank', 'cards', 'cheques', 'cash'] as const

/**
 * What cannot be the same: one code would say two things in the file. Places of money may share an account, as both kinds of sales
 * may.
 */
export function accountGaps(accounts: Accounts): InputError[] {
  const { salesJournal, paymentsJournal, customers, vat } = accounts
  const twice = (path: AccountUse | Journal) => ({ path, code: 'said_twice' })
  return [
    ...(salesJournal === paymentsJournal ? [twice('paymentsJournal')] : []),
    ...(vat === customers ? [twice('vat')] : []),
    ...money.filter(use => accounts[use] === customers || accounts[use] === vat).map(twice),
  ]
}
