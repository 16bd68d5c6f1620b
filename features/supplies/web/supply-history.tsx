import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import type { SupplyOrderStatus } from '../contract.ts'
import { supplyOrders } from './queries.ts'
import { suppliesText } from './text.ts'

const looks: Record<SupplyOrderStatus, { tone: Tone; icon: IconName }> = {
  requested: { tone: 'brand', icon: 'clock' },
  prepared: { tone: 'info', icon: 'box' },
  sent: { tone: 'ok', icon: 'truck' },
  cancelled: { tone: 'plain', icon: 'close' },
}

/** What the practice has requested, and what has become of it. */
export function SupplyHistory() {
  const t = useText(suppliesText).supply.history
  const format = useFormat()
  const orders = useQuery(supplyOrders)
  if (orders.error && !orders.data) return <QueryFailure title={t.failed} query={orders} />
  if (orders.data?.length === 0) return <EmptyState icon="box" title={t.empty} description={t.emptyHint} />
  return (
    <div className="supplies__history">
      <Table
        caption={t.title}
        rows={orders.data}
        skeletonRows={3}
        rowKey={order => order.id}
        columns={[
          { key: 'date', label: t.columns.date, phone: 'title', cell: order => format.dayTime(order.createdAt) },
          {
            key: 'status',
            label: t.columns.status,
            phone: 'aside',
            cell: ({ status }) => <Pill {...looks[status]}>{t.statuses[status]}</Pill>,
          },
          {
            key: 'supplies',
            label: t.columns.supplies,
            cell: order => order.supplies.map(({ label, quantity }) => t.line(label, quantity)).join(', '),
          },
          { key: 'by', label: t.columns.by, cell: order => order.createdBy },
        ]}
      />
    </div>
  )
}
