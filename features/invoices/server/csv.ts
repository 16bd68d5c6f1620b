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
      'dont HT taxé',
      'dont HT exonéré',
      'TVA',
      'TTC',
      'Reste dû',
      'Statut',
      'Corrige',
      'Moyen de paiement',
      'Reçu le',
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
    returned: {
      refund: 'Remboursement',
      rejection: 'Paiement rejeté par la banque',
      mistake: 'Annulation de paiement',
    },
    credited: 'Annulée par avoir',
    handled: 'Traité',
    means: {
      transfer: 'Virement',
      check: 'Chèque',
      cash: 'Espèces',
      direct_debit: 'Prélèvement',
      card: 'Carte',
      other: 'Autre',
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
      'of which taxed',
      'of which exempt',
      'VAT',
      'Total',
      'Still due',
      'Status',
      'Corrects',
      'Means of payment',
      'Received on',
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
    returned: {
      refund: 'Refund',
      rejection: 'Payment rejected by the bank',
      mistake: 'Cancelled payment',
    },
    credited: 'Cancelled by credit',
    handled: 'Handled',
    means: {
      transfer: 'Transfer',
      check: 'Cheque',
      cash: 'Cash',
      direct_debit: 'Direct debit',
      card: 'Card',
      other: 'Other',
    },
    name: 'invoices',
  },
} as const

export const csvName = (language: Language) => `${words[language].name}.csv`

/** Credit notes and payments are masculine in French. */
const isHandled = ({ status, type }: ExportedRow) => status === 'handled' && (type === 'credit' || type === 'paiement')

/** Decimal commas in both languages: the file goes to a French accountant. */
export function invoicesCsv(rows: readonly ExportedRow[], language: Language): string {
  const { heads, types, statuses, means, returned, credited, handled } = words[language]
  return csvTable(
    heads,
    rows.map(row => {
      // Credit notes store their lines as positive amounts.
      const sign = row.type === 'credit' ? -1 : 1
      return [
        row.pieceCode,
        row.returnedAs ? returned[row.returnedAs] : types[row.type],
        csvDay(row.date),
        // Only what is owed has a due date.
        row.type === 'credit' || row.type === 'paiement' ? null : csvDay(row.dueDate),
        row.practice.name,
        row.orders.map(({ code }) => code).join(' '),
        csvAmount(sign * row.netCents),
        row.taxedCents === null ? null : csvAmount(sign * row.taxedCents),
        row.taxedCents === null ? null : csvAmount(sign * (row.netCents - row.taxedCents)),
        csvAmount(sign * row.vatCents),
        csvAmount(row.amountCents),
        csvAmount(row.dueCents),
        row.isCredited ? credited : isHandled(row) ? handled : statuses[row.status],
        row.type === 'credit' || row.type === 'paiement' ? (row.corrects?.pieceCode ?? null) : null,
        row.mode === null ? null : row.mode === 'manual' ? means[row.means ?? 'other'] : means[row.mode],
        row.receivedOn ? csvDay(row.receivedOn) : null,
      ]
    }),
  )
}
