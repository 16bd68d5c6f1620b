import type { Day } from '#kit/day.ts'
import { csvAmount, csvWords } from '#kit/server/csv.ts'
import { type Accounts, type AccountUse, accountUses, type Journal } from '../rules.ts'
import type { BookedAs, Entry } from './entries.ts'

/** Column names set by law (livre des procédures fiscales, A47 A-1), by which accounting software recognises them. */
const heads = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
]

/** In French for every user: the file goes to a French accountant. */
const journalNames: Record<Journal, string> = { salesJournal: 'Ventes', paymentsJournal: 'Règlements' }
const accountNames: Record<AccountUse, string> = {
  customers: 'Clients',
  exemptSales: 'Ventes exonérées de TVA',
  taxedSales: 'Ventes soumises à la TVA',
  vat: 'TVA collectée',
  bank: 'Banque',
  cards: 'Cartes bancaires à encaisser',
  cheques: 'Chèques à encaisser',
  cash: 'Caisse',
}
const words: Record<BookedAs, string> = {
  invoice: 'Facture',
  credit: 'Avoir',
  payment: 'Règlement',
  refund: 'Remboursement',
  rejection: 'Impayé',
  mistake: 'Annulation de règlement',
}

const bareDay = (day: Day) => day.replaceAll('-', '')
/** A tab or line break would begin another column or entry. */
const plain = (text: string) => csvWords(text.replace(/[\s\p{Cc}]+/gu, ' ').trim())

const labelOf = ({ as, pieceCode, corrects, payerReference }: Entry) =>
  plain(
    [words[as], pieceCode, corrects && `(${corrects})`, payerReference && `· ${payerReference}`]
      .filter(Boolean)
      .join(' '),
  )

/** Windows line ends, since most accounting software runs there. */
export function entriesFile(entries: readonly Entry[], accounts: Accounts): string {
  // An account shared by several uses gets the first one's label.
  const nameOf = (account: string) => {
    const use = accountUses.find(one => accounts[one] === account)
    return use ? accountNames[use] : ''
  }
  const lines = entries.flatMap(entry =>
    entry.lines.map(({ use, account, debitCents, creditCents }) => [
      accounts[entry.journal],
      journalNames[entry.journal],
      entry.pieceCode,
      bareDay(entry.on),
      account,
      nameOf(account),
      use === 'customers' ? entry.customer.account : '',
      use === 'customers' ? plain(entry.customer.name) : '',
      entry.pieceCode,
      bareDay(entry.receivedOn ?? entry.on),
      labelOf(entry),
      csvAmount(debitCents).digits,
      csvAmount(creditCents).digits,
      '',
      '',
      bareDay(entry.on),
      '',
      '',
    ]),
  )
  return [heads, ...lines].map(cells => `${cells.join('\t')}\r\n`).join('')
}
