import type { Language } from '#kit/language.ts'
import { csvWords } from '#kit/server/csv.ts'
import type { ExportedRow } from './sql.ts'

const quoted = (words: string) => (/[";\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words)
const cell = (words: string) => quoted(csvWords(words))

/** "-1234,50": as a spreadsheet of France reads a number; made here of digits alone, so nothing in it is a formula. */
function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

const french = (day: string) => day.split('-').toReversed().join('/')

const words = {
  fr: {
    heads: [
      'Pièce',
      'Type',
      'Date',
      'Échéance',
      'Cabinet',
      'Travaux',
      'HT',
      'TVA',
      'TTC',
      'Reste dû',
      'Statut',
      'Corrige',
    ],
    types: {
      invoice: 'Facture',
      pro_forma: 'Pro forma',
      credit: 'Avoir',
      paiement: 'Paiement',
      initialBalance: 'Solde initial',
    },
    statuses: {
      to_validate: 'À valider',
      in_validation: 'En vérification',
      validated: 'Validée',
      payable: 'À payer',
      to_reconcile: 'À rapprocher',
      paid: 'Payée',
      rejected: 'Rejetée',
      handled: 'Traitée',
    },
    name: 'factures',
  },
  en: {
    heads: [
      'Piece',
      'Type',
      'Date',
      'Due',
      'Practice',
      'Cases',
      'Net',
      'VAT',
      'Total',
      'Still due',
      'Status',
      'Corrects',
    ],
    types: {
      invoice: 'Invoice',
      pro_forma: 'Pro forma',
      credit: 'Credit note',
      paiement: 'Payment',
      initialBalance: 'Initial balance',
    },
    statuses: {
      to_validate: 'To validate',
      in_validation: 'Being checked',
      validated: 'Validated',
      payable: 'To pay',
      to_reconcile: 'To reconcile',
      paid: 'Paid',
      rejected: 'Rejected',
      handled: 'Settled',
    },
    name: 'invoices',
  },
} as const

export const csvName = (language: Language) => `${words[language].name}.csv`

/** Semicolons and decimal commas in both languages: it goes to a French accountant. The mark at the front says UTF-8. */
export function invoicesCsv(rows: readonly ExportedRow[], language: Language): string {
  const { heads, types, statuses } = words[language]
  const lines = rows.map(row => {
    // A credit note takes back what stands on its lines.
    const sign = row.type === 'credit' ? -1 : 1
    return [
      cell(row.pieceCode),
      types[row.type],
      french(row.date),
      french(row.dueDate),
      cell(row.practice.name),
      cell(row.orders.map(({ code }) => code).join(' ')),
      amount(sign * row.netCents),
      amount(sign * row.vatCents),
      amount(row.amountCents),
      amount(row.dueCents),
      statuses[row.status],
      row.type === 'credit' ? cell(row.corrects?.pieceCode ?? '') : '',
    ].join(';')
  })
  return `\ufeff${[heads.join(';'), ...lines].join('\r\n')}\r\n`
}
