import type { Language } from '#kit/language.ts'
import { csvAmount, csvDay, csvTable } from '#kit/server/csv.ts'
import type { ExportedRow } from './sql.ts'

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

/** Decimal commas in both languages: it goes to a French accountant. */
export function invoicesCsv(rows: readonly ExportedRow[], language: Language): string {
  const { heads, types, statuses } = words[language]
  return csvTable(
    heads,
    rows.map(row => {
      // A credit note takes back what stands on its lines.
      const sign = row.type === 'credit' ? -1 : 1
      return [
        row.pieceCode,
        types[row.type],
        csvDay(row.date),
        csvDay(row.dueDate),
        row.practice.name,
        row.orders.map(({ code }) => code).join(' '),
        csvAmount(sign * row.netCents),
        csvAmount(sign * row.vatCents),
        csvAmount(row.amountCents),
        csvAmount(row.dueCents),
        statuses[row.status],
        row.type === 'credit' ? (row.corrects?.pieceCode ?? null) : null,
      ]
    }),
  )
}
