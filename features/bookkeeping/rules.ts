import type { InputError } from '#kit/problem.ts'

/** The accounts an amount may be booked under, in an accountant's reading order. */
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

/** From the French chart of accounts, until the laboratory enters its accountant's. */
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

/**
 * Allowed classes in the French chart of accounts, i.e. the first digit: third parties, sales, money (or what waits for
 * it).
 */
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

/** As accounting software accepts them. */
export const isAccount = (said: string) => /^[0-9A-Z]{3,12}$/.test(said)
export const isInClass = (use: AccountUse, said: string) => classesOf[use].includes(said.charAt(0))
export const isJournal = (said: string) => /^[0-9A-Z]{1,6}$/.test(said)

const money = ['bank', 'cards', 'cheques', 'cash'] as const

/**
 * Codes that must differ, since one would mean two things in the file. Accounts of money may coincide, as may both kinds
 * of sales.
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
