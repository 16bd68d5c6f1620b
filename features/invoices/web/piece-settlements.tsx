import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { StaffInvoice } from '../staff-contract.ts'
import { typeOfPiece } from './piece-type.ts'
import { signedSettlements } from './signed-settlements.ts'
import { piecesText } from './staff-text.ts'
import { invoicesText } from './text.ts'

/** What it was set against, reversals included, in chronological order. */
export function PieceSettlements({ piece }: { piece: Pick<StaffInvoice, 'amountCents' | 'settlements'> }) {
  const t = useText(piecesText).piece
  const words = useText(invoicesText)
  const { money, day } = useFormat()
  const rows = signedSettlements(piece)
  if (rows.length === 0)
    return (
      <Card title={t.settlements}>
        <p className="muted">{t.noSettlements}</p>
      </Card>
    )
  return (
    <Card flush title={t.settlements}>
      <Table
        caption={t.settlements}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'piece',
            label: t.settlementColumns.piece,
            phone: 'title',
            cell: ({ piece }) => (
              <TwoLines sub={typeOfPiece(words, piece)}>
                <Link to="/staff/invoices/$id" params={{ id: piece.id }}>
                  {piece.pieceCode}
                </Link>
              </TwoLines>
            ),
          },
          {
            key: 'date',
            label: t.settlementColumns.date,
            size: 'md',
            cell: ({ date, receivedOn }) => (
              <TwoLines sub={receivedOn && words.receivedOn(day(receivedOn, 'year'))}>{day(date, 'year')}</TwoLines>
            ),
          },
          {
            key: 'amount',
            label: t.settlementColumns.amount,
            align: 'end',
            cell: ({ shownCents }) => money(shownCents),
          },
        ]}
      />
    </Card>
  )
}
