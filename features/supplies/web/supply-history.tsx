import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { SupplyOrderStatus } from '../contract.ts'
import { supplyOrders } from './queries.ts'
import { SuppliesComing } from './supply-selection.tsx'
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
  if (!orders.data) return <SuppliesComing />
  return (
    <ul className="supplies__history" aria-label={t.title}>
      {orders.data.map(({ id, createdAt, createdBy, status, supplies }) => (
        <li key={id} className="supplies__line">
          <span className="supplies__label">
            <TwoLines sub={t.by(createdBy)}>{format.dayTime(createdAt)}</TwoLines>
          </span>
          <Pill {...looks[status]}>{t.statuses[status]}</Pill>
          <p className="supplies__what">{supplies.map(({ label, quantity }) => t.line(label, quantity)).join(', ')}</p>
        </li>
      ))}
    </ul>
  )
}
