import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { supplyOrders } from './queries.ts'
import { SuppliesComing } from './supply-selection.tsx'
import { SupplyStatus } from './supply-status.tsx'
import { suppliesText } from './text.ts'

/** The practice's earlier requests and their state. */
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
          <SupplyStatus status={status} />
          <p className="supplies__what">{supplies.map(({ label, quantity }) => t.line(label, quantity)).join(', ')}</p>
        </li>
      ))}
    </ul>
  )
}
