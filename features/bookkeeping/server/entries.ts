import type { Day } from '#kit/day.ts'
import { usualCustomerAccount } from '../customer-input.ts'
import type { Accounts, AccountUse, Journal } from '../rules.ts'
import type { BookedPiece } from './sql.ts'

export type BookedAs = 'invoice' | 'credit' | 'payment' | 'refund' | 'rejection' | 'mistake'

/** A line of an entry: either its debit or its credit is zero. */
type Line = {
  use: AccountUse
  account: string
  debitCents: number
  creditCents: number
}

/** What one piece changes in the books; debits and credits balance. */
export type Entry = {
  as: BookedAs
  journal: Journal
  pieceCode: string
  on: Day
  /** When the money came, if its receipt was written later. */
  receivedOn: Day | null
  customer: { account: string; name: string }
  corrects: string | null
  payerReference: string | null
  lines: Line[]
}

/**
 * Cards, cheques and cash are held outside the bank until deposited. Money that bounces or is given back by hand had been
 * deposited, so it leaves the bank. Refunds to cards of the portal go back to the card, and mistakes are undone where
 * they were booked.
 */
function placeOfMoney({ mode, means, amountCents, returnedAs }: BookedPiece): AccountUse {
  if (amountCents > 0 && returnedAs !== 'mistake' && mode !== 'card') return 'bank'
  if (mode === 'card' || means === 'card') return 'cards'
  if (means === 'check') return 'cheques'
  return means === 'cash' ? 'cash' : 'bank'
}

/** A negative amount stands on the credit side. */
const lineOf = (accounts: Accounts, use: AccountUse, debitCents: number): Line => ({
  use,
  account: accounts[use],
  debitCents: Math.max(debitCents, 0),
  creditCents: Math.max(-debitCents, 0),
})

function sharesOf(piece: BookedPiece): [AccountUse, number][] {
  if (piece.type === 'paiement') return [[placeOfMoney(piece), -piece.amountCents]]
  const sign = piece.type === 'credit' ? 1 : -1
  return piece.taxes.flatMap(({ vatRate, baseCents, taxCents }): [AccountUse, number][] =>
    vatRate === 0
      ? [['exemptSales', sign * baseCents]]
      : [
          ['taxedSales', sign * baseCents],
          ['vat', sign * taxCents],
        ],
  )
}

function kindOf({ type, amountCents, returnedAs }: BookedPiece): BookedAs {
  if (type !== 'paiement') return type
  return amountCents < 0 ? 'payment' : (returnedAs ?? 'refund')
}

/** Throws if the entry does not balance: the ledger has let through what it never should. */
export function entryOf(piece: BookedPiece, accounts: Accounts): Entry {
  const shares = sharesOf(piece)
  const left = shares.reduce((sum, [, cents]) => sum + cents, piece.amountCents)
  if (left !== 0) throw new Error(`The parts of ${piece.pieceCode} differ from its amount by ${left} cents.`)
  return {
    as: kindOf(piece),
    journal: piece.type === 'paiement' ? 'paymentsJournal' : 'salesJournal',
    pieceCode: piece.pieceCode,
    on: piece.issuedOn,
    receivedOn: piece.type === 'paiement' ? piece.receivedOn : null,
    customer: {
      account: piece.customerAccount ?? usualCustomerAccount(piece.practiceId),
      name: piece.practice,
    },
    corrects: piece.corrects,
    payerReference: piece.payerReference,
    lines: [['customers', piece.amountCents] as const, ...shares]
      .filter(([, cents]) => cents !== 0)
      .map(([use, cents]) => lineOf(accounts, use, cents)),
  }
}
