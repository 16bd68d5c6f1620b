import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Ride } from '../contract.ts'
import { isOpen } from '../rules.ts'
import { PickedUp } from './picked-up.tsx'
import { RideStatus } from './ride-status.tsx'
import { ridesText } from './text.ts'

type RideTableProps = { title: string; rows: readonly Ride[]; busy: boolean; onCancel: (ride: Ride) => void }

export function RideTable({ title, rows, busy, onCancel }: RideTableProps) {
  const t = useText(ridesText)
  const format = useFormat()
  return (
    <Card flush title={title}>
      <Table
        caption={title}
        rows={rows}
        rowKey={ride => ride.id}
        busy={busy}
        columns={[
          {
            key: 'date',
            label: t.columns.date,
            size: 'md',
            phone: 'title',
            cell: ride => <TwoLines sub={t.shifts[ride.shift]}>{format.nearDay(ride.date)}</TwoLines>,
          },
          {
            key: 'status',
            label: t.columns.status,
            size: 'md',
            phone: 'aside',
            cell: ride => <RideStatus status={ride.status} />,
          },
          {
            key: 'information',
            label: t.columns.information,
            cell: ({ orders, complementaryInformation, isClosed, status, date }) => (
              <div className="stack stack--sm">
                {isClosed && isOpen({ status }) && date >= format.today() && (
                  <p className="strong tone--warn">{t.laboratoryClosed}</p>
                )}
                {complementaryInformation ?? (orders.length === 0 && <span className="muted">{t.noInformation}</span>)}
                <PickedUp orders={orders} words={t.taken} to="/cases/$id" />
              </div>
            ),
          },
          {
            key: 'actions',
            label: t.columns.actions,
            labelHidden: true,
            phone: 'corner',
            cell: ride =>
              ride.cancelBefore && (
                <IconButton
                  icon="close"
                  label={t.cancel.act(t.when(format.nearDay(ride.date), ride.shift))}
                  onClick={() => onCancel(ride)}
                />
              ),
          },
        ]}
      />
    </Card>
  )
}
