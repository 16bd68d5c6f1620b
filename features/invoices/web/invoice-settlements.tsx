import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Invoice } from '../contract.ts'
import { PieceLink } from './invoice-totals.tsx'
import { typeOfPiece } from './piece-type.ts'
import { signedSettlements } from './signed-settlements.ts'
import { invoicesText, invoiceText } from './text.ts'
import { useDocument } from './use-document.ts'

type Settlement = Invoice['settlements'][number]

/** The payments and credits of a piece, or what it was set against; payments have their receipt. */
export function InvoiceSettlements({ known }: { known: Invoice | undefined }) {
  const t = useText(invoiceText)
  const words = useText(invoicesText)
  const { money, day } = useFormat()
  if (known?.type === 'pro_forma') return null
  if (known?.settlements.length === 0)
    return (
      <Card title={t.settlements}>
        <p className="muted">{t.noSettlements}</p>
      </Card>
    )
  const rows = known && signedSettlements(known)
  return (
    <Card title={t.settlements} flush>
      <Table
        caption={t.settlements}
        rows={rows}
        skeletonRows={1}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'piece',
            label: words.columns.piece,
            phone: 'title',
            cell: ({ piece }) => (
              <TwoLines sub={typeOfPiece(words, piece)}>
                <PieceLink piece={piece} />
              </TwoLines>
            ),
          },
          {
            key: 'date',
            label: words.columns.date,
            size: 'sm',
            cell: ({ date, receivedOn }) => (
              <TwoLines sub={receivedOn && words.receivedOn(day(receivedOn, 'date'))}>{day(date, 'date')}</TwoLines>
            ),
          },
          {
            key: 'amount',
            label: words.columns.amount,
            size: 'sm',
            align: 'end',
            cell: ({ cents, shownCents }) => <TwoLines sub={cents < 0 && t.takenBack}>{money(shownCents)}</TwoLines>,
          },
          {
            key: 'receipt',
            label: t.receipt,
            labelHidden: true,
            size: 'sm',
            align: 'end',
            phone: 'aside',
            cell: settlement =>
              settlement.piece.type === 'paiement' && settlement.cents > 0 && <Receipt settlement={settlement} />,
          },
        ]}
      />
    </Card>
  )
}

function Receipt({ settlement: { piece, date } }: { settlement: Settlement }) {
  const t = useText(invoiceText)
  const receipt = useDocument({ ...piece, date })
  return (
    <Button
      size="sm"
      icon="download"
      pending={receipt.isPending}
      aria-label={t.receiptOf(piece.pieceCode)}
      onClick={receipt.save}
    >
      {t.receipt}
    </Button>
  )
}
