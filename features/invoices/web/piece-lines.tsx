import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { StaffInvoice } from '../staff-contract.ts'
import { signedCents } from './signed-cents.ts'
import { piecesText } from './staff-text.ts'
import { useRate } from './use-rate.ts'

export function PieceLines({ piece: { type, lines } }: { piece: Pick<StaffInvoice, 'type' | 'lines'> }) {
  const t = useText(piecesText).piece
  const { money, day } = useFormat()
  const rateOf = useRate()
  return (
    <Card flush title={t.lines}>
      <Table
        caption={t.lines}
        rows={lines}
        rowKey={({ position }) => String(position)}
        columns={[
          {
            key: 'work',
            label: t.lineColumns.work,
            phone: 'title',
            cell: line => <TwoLines sub={line.isCredited ? t.credited : rateOf(line)}>{line.label}</TwoLines>,
          },
          {
            key: 'case',
            label: t.lineColumns.case,
            cell: ({ order, patientCode, deliveredOn }) => (
              <TwoLines
                sub={[patientCode, deliveredOn && t.delivered(day(deliveredOn, 'date'))].filter(Boolean).join(' · ')}
              >
                {order?.code}
              </TwoLines>
            ),
          },
          {
            key: 'quantity',
            label: t.lineColumns.quantity,
            size: 'sm',
            align: 'end',
            cell: ({ quantity }) => quantity,
          },
          {
            key: 'unit',
            label: t.lineColumns.unit,
            align: 'end',
            cell: ({ unitPriceCents, discountCents }) => (
              <TwoLines sub={discountCents > 0 && t.discount(money(signedCents(type, -discountCents)))}>
                {money(signedCents(type, unitPriceCents))}
              </TwoLines>
            ),
          },
          {
            key: 'net',
            label: t.lineColumns.net,
            align: 'end',
            cell: ({ netCents }) => money(signedCents(type, netCents)),
          },
        ]}
      />
    </Card>
  )
}
