import type { Day } from '#kit/day.ts'
import { usualCustomerAccount } from '../customer-input.ts'
import type { Accounts, AccountUse, Journal } from '../rules.ts'
import type { BookedPiece } from './sql.ts'

export type BookedAs = 'invoice' | 'credit' | 'payment' | 'refund' | 'rejection' | 'mistake'

/** A line of an entry: one of the two sides is nought. */
type Line = {
  use: AccountUse
  account: string
  debitCents: number
  creditCents: number
}

/** What one piece changes in the books; both sides come to the same. */
export type Entry = {
  as: BookedAs
  journal: Journal
  pieceCode: string
  on: Day
  /** When money came, where its receipt was written later. */
  receivedOn: Day | null
  customer: { account: string; name: string }
  corrects: string | null
  payerReference: string | null
  lines: Line[]
}

/**
 * Money that came by card, as a cheque or in cash lies elsewhere than in the bank until somebody brings it there. What bounces or is given back by
 * hand has been there: it goes out of the bank. A card of the portal is given back to, and what was never received so is undone where it stood.
 */
function placeOfMoney({ mode, means, amountCents, returnedAs }: BookedPiece): AccountUse {
  if (amountCents > 0 && returnedAs !== 'mistake' && mode !== 'card') return 'bank'
  if (mode === 'card' || means === 'card') return 'cards'
  if (means === 'check') return 'cheques'
  return means === 'cash' ? 'cash' : 'bank'
}

/** Below nought it stands on the other side. */
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

/** An entry that does not come out even is none: the ledger has let through what it never should. */
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
